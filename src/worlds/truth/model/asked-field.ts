import { tellingWords } from "./function-words.ts";
import { otherNames } from "./schema/synonyms.ts";

/** Cuts a text into the words it is searched by. */
export type WordsOf = (text: string) => ReadonlySet<string>;

/** What a question asks: its words, and whether it asks for a time, a place, a sum or a person. */
export interface AskedField {
  readonly words: ReadonlySet<string>;
  /** Whether a field is of the kind that is asked for: a time for "when". */
  isOfKind(field: string): boolean;
}

/** A field of something that is known, and by which words that something is told from others. */
export interface KnownField {
  readonly entityType: string;
  readonly field: string;
  readonly value: string;
  readonly name: string;
  /** Names and numbers of others that it belongs to: the vendor of an invoice. */
  readonly kept: string;
}

const KINDS: readonly (readonly [asked: RegExp, fields: RegExp])[] = [
  [
    asking(
      "when|what (?:day|date|time)|wann|wie lange|quand|quel jour|quelle date|(?:hasta )?cu[aá]ndo|qu[eé] d[ií]a|quando|wanneer",
    ),
    /date|time|birthday|deadline|(?:^|_)(?:start|end|at|on)$|^due$/,
  ],
  [
    asking("where|wo|wohin|woher|o[uù]|d[oó]nde|dove|onde|waar"),
    /^(?!.*(?:mail|web|url)).*(?:address|city|location|place|venue|country|room)/,
  ],
  [
    asking("how (?:much|expensive)|wie ?viel|wie (?:hoch|teuer)|combien|cu[aá]nto|quanto|hoeveel"),
    /amount|price|cost|total|salary|balance|rent|fee/,
  ],
  [
    asking("who(?:se|m)?|wer|wem|wen|wessen|qui|qui[eé]n(?:es)?|chi|quem|wie is"),
    /assignee|owner|author|manager|ceo|boss|doctor|teacher|partner|wife|husband|contact|organizer|vendor|merchant|counterparty|customer/,
  ],
];

function asking(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu");
}

/** What people say when they ask for a field, beside its own name: words that mean it, and words that may stand by. */
const SAID: readonly (readonly [fields: RegExp, means: string, beside: string])[] = [
  [
    /phone|mobile|^tel$|telephone/,
    "phone telephone mobile cell call telefon telefonnummer handynummer handy nummer téléphone portable teléfono móvil telefono cellulare telefone telefoon telefoonnummer",
    "number numéro número numero",
  ],
  [/mail/, "mail email e-mail mailadresse courriel correo", "address adresse electrónico"],
  [
    /birth/,
    "birthday birth born geburtstag geboren geburtsdatum anniversaire né née cumpleaños nació compleanno nato nata aniversário verjaardag",
    "date",
  ],
  [
    /organi[sz]ation|employer|company/,
    "work working employer employed company organisation organization arbeitet firma arbeitgeber travaille entreprise trabaja empresa lavora azienda trabalha werkt",
    "for",
  ],
  [
    /role|job|position|occupation|profession/,
    "job role position profession occupation work beruf métier trabajo lavoro baan",
    "title",
  ],
  [
    /^(?!.*(?:mail|web|url)).*(?:address|city|country|residence)/,
    "live living lives address based located city country home wohnt wohnen adresse anschrift habite vive dirección abita indirizzo mora endereço woont adres",
    "",
  ],
  [/location|place|venue/, "location located place venue held take ort findet lieu lugar luogo", "statt"],
  [
    /due|deadline/,
    "due deadline fällig frist zahlbar échéance échoit vence vencimiento scade scadenza vervalt",
    "date",
  ],
  [
    /amount|price|cost|total/,
    "amount price cost costs owe total pay sum betrag kostet preis montant coûte prix importe cuesta precio importo costa prezzo bedrag",
    "much",
  ],
  [
    /vendor|merchant/,
    "sent send sender billed issued vendor supplier seller lieferant fournisseur proveedor fornitore",
    "from",
  ],
  [/assign/, "assigned assignee responsible zuständig responsable", ""],
  [/colou?r/, "colour color farbe couleur colore", ""],
  [/favou?rite/, "favourite favorite lieblings", ""],
];

/** Words that ask for no more than the others do. */
const EMPTY =
  "current currently now exact exactly full known know tell name next upcoming nächste prochain próxima próximo prossima prossimo";

const NEXT = asking("next|upcoming|nächsten?|nächster|prochaine?|próxim[ao]|prossim[ao]|volgende");

/** Whether it asks for the first of what is yet to come. */
export function asksNext(question: string): boolean {
  return NEXT.test(question);
}

export function askedField(question: string, wordsOf: WordsOf): AskedField {
  const asked = KINDS.filter(([words]) => words.test(question));
  return {
    words: wordsOf(tellingWords(question)?.join(" ") ?? question),
    isOfKind: (field) => asked.some(([, fields]) => fields.test(field)),
  };
}

/** With how much a field answers what was asked of something by its name, and of something by another's name. */
const BY_NAME = 0.95;
const BY_ANOTHER = 0.8;

export interface Answering {
  readonly score: number;
  /** Whether the field is of the kind that was asked for: a time for "when". */
  readonly isOfKind: boolean;
}

/**
 * How surely a field is what a question asks for, from 0 to 1: the question names the thing and the field, in words
 * that mean it, and says nothing that is known of neither. "Ana's phone number" asks for the phone of whoever is
 * called Ana; a question with one word more may ask for something else.
 */
export function answersAsked(asked: AskedField, known: KnownField, wordsOf: WordsOf): Answering {
  const isOfKind = asked.isOfKind(known.field);
  return { score: scoreOf(asked.words, known, isOfKind, wordsOf), isOfKind };
}

function scoreOf(words: ReadonlySet<string>, known: KnownField, isOfKind: boolean, wordsOf: WordsOf): number {
  const { means, beside } = saidOf(known, wordsOf);
  if (!isOfKind && !meets(words, means)) return 0;
  const value = wordsOf(known.value);
  const type = wordsOf(known.entityType.replaceAll("_", " "));
  const name = wordsOf(known.name);
  const kept = wordsOf(known.kept);
  const isSaid = (word: string) => [means, beside, value, type, name, kept].some((each) => each.has(word));
  if (![...words].every(isSaid)) return 0;
  const rest = new Set([...words].filter((word) => !means.has(word)));
  if (meets(rest, name) || meets(rest, value)) return BY_NAME;
  return meets(rest, kept) || meets(words, type) ? BY_ANOTHER : 0;
}

/** The words that mean a field, and those that may stand beside them and mean nothing alone. */
function saidOf({ entityType, field }: KnownField, wordsOf: WordsOf) {
  const others = otherNames(entityType, field);
  const fitting = SAID.filter(([fields]) => [field, ...others].some((name) => fields.test(name)));
  const own = wordsOf(field.replaceAll("_", " "));
  const beside = wordsOf([EMPTY, ...fitting.map(([, , each]) => each)].join(" "));
  const means = wordsOf(
    [...others.map((name) => name.replaceAll("_", " ")), ...fitting.map(([, each]) => each)].join(" "),
  );
  return { means: new Set([...own, ...[...means].filter((word) => !beside.has(word))]), beside };
}

function meets(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((word) => others.has(word));
}

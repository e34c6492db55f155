import { wordsOf } from "../spaces/words.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Words that turn what is said into its opposite. */
const DENIALS = words(
  "not no never none nobody nothing without cannot neither nor nicht nie niemals kein keine keinen keinem keiner keines nichts ohne " +
    "pas jamais aucun aucune rien sans nunca ningún ninguna nada sin non nessun nessuna mai senza não nunca nenhum sem niet nooit geen zonder нет не никогда без",
);
/** In scripts without spaces between words they stand inside. */
const DENIED_INSIDE = /n['’]t\b|不|没|沒|ない|ません|않|없|لا |ليس/u;

/** Words of which a text says the one or the other. */
const OPPOSITES = (
  "up/down on/off open/closed opened/closed open/shut before/after true/false yes/no more/less most/least in/out inside/outside " +
  "start/stop starts/stops started/stopped begin/end began/ended enable/disable enabled/disabled allow/forbid allowed/forbidden " +
  "accept/reject accepted/rejected approved/rejected pass/fail passed/failed works/fails won/lost win/lose buy/sell bought/sold " +
  "increase/decrease increased/decreased rise/fall rises/falls rose/fell left/right above/below early/late earlier/later first/last " +
  "hot/cold old/new best/worst better/worse good/bad safe/dangerous public/private online/offline present/absent am/pm " +
  "monday/tuesday/wednesday/thursday/friday/saturday/sunday " +
  "january/february/march/april/may/june/july/august/september/october/november/december " +
  "one/two/three/four/five/six/seven/eight/nine/ten/eleven/twelve " +
  "an/aus auf/zu offen/geschlossen mit/ohne vor/nach ja/nein mehr/weniger oui/non avec/sans ouvert/fermé avant/après plus/moins " +
  "sí/no con/sin abierto/cerrado antes/después más/menos"
)
  .split(" ")
  .map((group) => group.split("/"));

const NUMBER = /\p{N}+(?:[.,:/-]\p{N}+)*/gu;

/**
 * Whether two texts that are alike in meaning and words still cannot stand for each other: one denies, each names a number
 * that the other does not, or each says one of two opposites. It is looked for by words, so more may differ than it finds.
 */
export function saysOtherwise(one: string, other: string): boolean {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  return denies(one, a) !== denies(other, b) || haveOwn(numbersOf(one), numbersOf(other)) || areOpposed(a, b);
}

function denies(text: string, said: ReadonlySet<string>): boolean {
  return DENIED_INSIDE.test(text) || [...said].some((word) => DENIALS.has(word));
}

function numbersOf(text: string): ReadonlySet<string> {
  return new Set(text.normalize("NFKC").match(NUMBER) ?? []);
}

/** Whether each has something that the other has not. */
function haveOwn(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((item) => !other.has(item)) && [...other].some((item) => !one.has(item));
}

function areOpposed(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return OPPOSITES.some((group) => {
    const [a, b] = [one, other].map((said) => new Set(group.filter((word) => said.has(word)))) as [
      Set<string>,
      Set<string>,
    ];
    return haveOwn(a, b);
  });
}

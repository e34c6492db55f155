import type { AskedTime } from "./time-words.ts";

const DAY_MS = 86_400_000;

/** Sunday first, in the languages that people here write most. */
const DAY_NAMES = [
  "sunday|sonntag|dimanche|domingo|domenica|zondag",
  "monday|montag|lundi|lunes|lunedì|segunda-feira|maandag",
  "tuesday|dienstag|mardi|martes|martedì|terça-feira|dinsdag",
  "wednesday|mittwoch|mercredi|miércoles|mercoledì|quarta-feira|woensdag",
  "thursday|donnerstag|jeudi|jueves|giovedì|quinta-feira|donderdag",
  "friday|freitag|vendredi|viernes|venerdì|sexta-feira|vrijdag",
  "saturday|samstag|samedi|sábado|sabato|zaterdag",
];
const NAMES = DAY_NAMES.join("|");
const NEXT = "next|this coming|nächsten?|nächster|kommenden?|el próximo|próximo|próxima|il prossimo|volgende";
const NEXT_AFTER = "prochain|prossimo|que viene|próximo";
const LAST = "last|letzten?|letzter|el pasado|lo scorso|afgelopen|vorige";
const LAST_AFTER = "dernier|pasado|scorso|passado";

type Read = (today: number, ...groups: string[]) => number | undefined;

/** Words for a day that mean another one whenever they are said. Longer ones first: they hold the shorter. */
const READERS: readonly (readonly [RegExp, Read])[] = [
  [
    word("the day before yesterday|vorgestern|avant-hier|anteayer|antes de ayer|l'altro ieri|anteontem|eergisteren"),
    (today) => today - 2 * DAY_MS,
  ],
  [
    word("the day after tomorrow|übermorgen|après-demain|pasado mañana|dopodomani|depois de amanhã|overmorgen"),
    (today) => today + 2 * DAY_MS,
  ],
  [word("yesterday|last night|gestern|hier|ayer|anoche|ieri|ontem|gisteren"), (today) => today - DAY_MS],
  [
    word(
      "tomorrow|(?<!heute |jeden |am |guten |gestern )morgen(?! früh um)|demain|(?<!la |esta |por la |de la )mañana|domani|amanhã",
    ),
    (today) => today + DAY_MS,
  ],
  [
    word(
      "today|tonight|this (?:morning|afternoon|evening)|heute|aujourd'hui|ce (?:matin|soir)|hoy|esta (?:mañana|noche|tarde)|oggi|stasera|hoje|vandaag",
    ),
    (today) => today,
  ],
  [word(`(?:${NEXT}) (${NAMES})`), (today, name = "") => ahead(today, name)],
  [word(`(${NAMES}) (?:${NEXT_AFTER})`), (today, name = "") => ahead(today, name)],
  [word(`(?:${LAST}) (${NAMES})`), (today, name = "") => back(today, name)],
  [word(`(${NAMES}) (?:${LAST_AFTER})`), (today, name = "") => back(today, name)],
  [
    word(
      "in (\\d{1,3}) (?:days|tagen|giorni|dagen)|(?:dans|en|dentro de|tra|fra) (\\d{1,3}) (?:jours|días|giorni|dias)",
    ),
    (today, a = "", b = "") => today + Number(a || b) * DAY_MS,
  ],
  [
    word(
      "(\\d{1,3}) days ago|vor (\\d{1,3}) tagen|il y a (\\d{1,3}) jours|hace (\\d{1,3}) días|(\\d{1,3}) giorni fa|(\\d{1,3}) dagen geleden",
    ),
    (today, ...all) => today - Number(all.find((one) => one !== undefined && one !== "") ?? 0) * DAY_MS,
  ],
];

function word(all: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${all})(?![\\p{L}\\p{N}])`, "giu");
}

/** The days that a text means by such words, where it was said at a time. */
export function daysTold(text: string, atMs: number): AskedTime[] {
  const today = Math.floor(atMs / DAY_MS) * DAY_MS;
  const days: AskedTime[] = [];
  let rest = text.normalize("NFC");
  for (const [pattern, read] of READERS) {
    rest = rest.replace(pattern, (words: string, ...groups: unknown[]) => {
      const from = read(today, ...groups.filter((one): one is string => typeof one === "string").slice(0, -1));
      if (from !== undefined) days.push({ words, from, until: from + DAY_MS - 1 });
      return " ".repeat(words.length);
    });
  }
  return days;
}

/** The first day of that name from tomorrow on. */
function ahead(today: number, name: string): number | undefined {
  const ahead = daysTo(today, name);
  return ahead === undefined ? undefined : today + (ahead === 0 ? 7 : ahead) * DAY_MS;
}

/** The latest day of that name before today. */
function back(today: number, name: string): number | undefined {
  const ahead = daysTo(today, name);
  return ahead === undefined ? undefined : today + (ahead - 7) * DAY_MS;
}

function daysTo(today: number, name: string): number | undefined {
  const day = DAY_NAMES.findIndex((names) => names.split("|").includes(name.toLowerCase()));
  return day < 0 ? undefined : (day - new Date(today).getUTCDay() + 7) % 7;
}

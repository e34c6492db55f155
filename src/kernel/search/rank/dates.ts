const DAY_MS = 86_400_000;
/** How fast nearness to an asked date fades. */
const FADE_DAYS = 7;

const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const MONTH_STARTS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const SEASON_STARTS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

/** A span of time; without a year it comes back every year. */
export interface AskedDate {
  readonly year?: number;
  /** 0 to 11 */
  readonly month: number;
  readonly day?: number;
  /** How many months it lasts, where no day is given. */
  readonly months: number;
}

type Reader = readonly [pattern: RegExp, read: (...groups: (string | undefined)[]) => AskedDate];

const READERS: readonly Reader[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, (year, month, day) => date(year, Number(month) - 1, day)],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b(?:,? (\\d{4}))?`, "gi"),
    (day, month, year) => date(year, monthOf(month), day),
  ],
  [
    new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4}))?`, "gi"),
    (month, day, year) => date(year, monthOf(month), day),
  ],
  [new RegExp(`\\b${MONTH},? (\\d{4})\\b`, "gi"), (month, year) => date(year, monthOf(month))],
  // Alone, "may" and "march" are verbs more often than months.
  [
    /\b(January|February|April|June|July|August|September|October|November|December|(?<=\b(?:in|during|of|since|until|by|last|next|early|late) )(?:March|May))\b/g,
    (month) => date(undefined, monthOf(month)),
  ],
  [/\b((?:19|20)\d{2})\b/g, (year) => ({ year: Number(year), month: 0, months: 12 })],
  [
    /\b(?:in|during|of|this|last|next) (?:the )?(spring|summer|autumn|fall|winter)\b/gi,
    (season) => ({ month: SEASON_STARTS[season?.toLowerCase() ?? ""] ?? 0, months: 3 }),
  ],
];

/** The dates that a query names, and what else it says; what one reader has read is gone for the next. */
export function readDates(query: string): { dates: AskedDate[]; rest: string } {
  const dates: AskedDate[] = [];
  let rest = query;
  for (const [pattern, read] of READERS) {
    rest = rest.replace(pattern, (_, ...groups) => {
      dates.push(read(...groups));
      return " ";
    });
  }
  return { dates, rest };
}

/** How near a moment is to an asked date: 1 within it, fading over weeks outside. */
export function nearness(at: number, asked: AskedDate): number {
  const year = new Date(at).getUTCFullYear();
  const years = asked.year === undefined ? [year - 1, year, year + 1] : [asked.year];
  return Math.max(...years.map((each) => nearnessToSpan(at, each, asked)));
}

function nearnessToSpan(at: number, year: number, { month, day, months }: AskedDate): number {
  const from = Date.UTC(year, month, day ?? 1);
  const until = day === undefined ? Date.UTC(year, month + months, 1) : from + DAY_MS;
  if (at >= from && at < until) return 1;
  // One talks of things after they happened more often than before.
  const awayMs = at < from ? 1.5 * (from - at) : at - until;
  return Math.exp(-awayMs / DAY_MS / FADE_DAYS);
}

function date(year: string | undefined, month: number, day?: string): AskedDate {
  return {
    ...(year !== undefined && { year: Number(year) }),
    month,
    ...(day !== undefined && { day: Number(day) }),
    months: 1,
  };
}

function monthOf(name: string | undefined): number {
  return MONTH_STARTS.indexOf((name ?? "").toLowerCase().slice(0, 3));
}

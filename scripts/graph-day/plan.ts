/** One thing that happens, at an hour of the day. */
export interface Doing {
  readonly at: number;
  readonly store?: { readonly name: string; readonly text: string; readonly session: string };
  readonly search?: string;
  readonly judge?: { readonly query: string; readonly result: string; readonly relevant: boolean };
  readonly dream?: true;
}

const SECOND = 1 / 3600;

const MORNING = [
  "The rain of the night caused a flood of the mill stream.",
  "The flood of the mill stream led to a broken sluice.",
  "Because of the broken sluice, the mill stands still.",
  "The miller asked the carpenter for a new sluice of oak.",
  "Oak for the sluice comes from the wood behind the mill.",
  "The carpenter measures the sluice of the mill: two metres wide.",
  "A new sluice of oak costs nine hundred crowns.",
  "The mill stream carries less water since noon.",
];
const NOON = [
  "Flour from the mill is short, so the baker bakes less bread.",
  "The baker buys rye flour from the mill in the valley.",
  "Rye bread needs a sour starter and a warm night.",
  "The baker sells forty loaves of rye bread a day.",
  "Wheat bread sells out before ten in the morning.",
  "The oven of the baker holds sixty loaves of bread.",
];
const EVENING = [
  "The council met about the repair of the mill stream's banks.",
  "Banks of the mill stream shall be raised by half a metre.",
  "The council pays half of the new sluice of the mill.",
  "A loan covers the rest of the repair of the sluice.",
  "The new sluice of oak was set in before dark.",
  "The mill runs again since the sluice was set in.",
];

/** Texts stored one after another, half a minute apart; now and then one is judged against the one before. */
function session(name: string, from: number, texts: readonly string[], relevant: boolean): Doing[] {
  return texts.flatMap((text, n): Doing[] => {
    const at = from + n * 30 * SECOND;
    const stored: Doing = { at, store: { name: `${name} ${n}`, text, session: name } };
    if (n % 2 === 0) return [stored];
    const judge = { query: `${name} ${n}`, result: `${name} ${n - 1}`, relevant: relevant || n % 4 === 1 };
    return [stored, { at: at + 10 * SECOND, search: text.slice(0, 40) }, { at: at + 12 * SECOND, judge }];
  });
}

/** Looks in between, when nothing happens. */
function quiet(from: number, to: number): Doing[] {
  return Array.from({ length: Math.floor((to - from) * 2) }, (_, n) => ({ at: from + (n + 0.5) / 2 }));
}

/** Dreams at three, at one and at eleven at night; three busy quarters of an hour between them. */
export const DAY: readonly Doing[] = [
  ...session("morning", 0.2, MORNING.slice(0, 4), true),
  ...quiet(0.5, 3),
  { at: 3, dream: true },
  ...quiet(3.2, 8),
  ...session("morning", 8, MORNING, true),
  ...quiet(8.2, 12),
  ...session("noon", 12, NOON, false),
  ...quiet(12.2, 13),
  { at: 13, dream: true },
  ...quiet(13.2, 18),
  ...session("evening", 18, EVENING, true),
  ...quiet(18.2, 23),
  { at: 23, dream: true },
  ...quiet(23.2, 24),
];

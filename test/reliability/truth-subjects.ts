import type { Json, JsonObject } from "../../src/kernel/index.ts";

/** How the contract reduces a field of a type. */
export type Rule = "last_write" | "highest_priority" | "merge_array";

interface Field {
  readonly name: string;
  readonly rule: Rule;
  /** Values that fit the field; null clears it. */
  readonly fitting: readonly Json[];
  /** Values that do not, and are kept as fragments. */
  readonly unfitting?: readonly Json[];
}

/** Something that rows are about. */
export interface Subject {
  readonly type: string;
  /** Ways to write what identifies it, all of them the same entity. */
  readonly names: readonly JsonObject[];
  readonly fields: readonly Field[];
  /** Fields that no schema knows. */
  readonly unknown: readonly { readonly name: string; readonly values: readonly Json[] }[];
  /** Whom it is merged into, where a set of calls merges it. */
  readonly into?: number;
  /** Deleted, where a set of calls deletes it: then nothing else speaks of it but stores. */
  readonly mayEnd?: true;
  /** Stored once and without a stated time. */
  readonly alone?: true;
}

const DATES: readonly Json[] = ["2024-03-01T00:00:00.000Z", "2024-07-15T09:30:00.000Z", null];
const NO_DATES: readonly Json[] = ["2024-02-30", "soon"];
const WORDS: readonly Json[] = ["one", "two", "Three of them", null];

const last = (name: string, fitting = WORDS, unfitting?: readonly Json[]): Field => ({
  name,
  rule: "last_write",
  fitting,
  ...(unfitting && { unfitting }),
});
const weighed = (name: string): Field => ({ name, rule: "highest_priority", fitting: WORDS });

const UNKNOWN = [
  { name: "shoe_size", values: [41, 42] },
  { name: "seen_in", values: ["Rome", { city: "Lyon" }] },
];

const person = (name: string, into?: number): Subject => ({
  type: "person",
  names: [{ name }, { name: name.toUpperCase() }],
  fields: [weighed("email"), weighed("phone"), last("role"), last("country"), last("notes")],
  unknown: UNKNOWN,
  ...(into !== undefined && { into }),
});

const task = (title: string, rest: Partial<Subject> = {}): Subject => ({
  type: "task",
  names: [{ title }],
  fields: [weighed("description"), weighed("notes"), last("status"), last("completed_date", DATES, NO_DATES)],
  unknown: UNKNOWN,
  ...rest,
});

const contract = (name: string, rest: Partial<Subject> = {}): Subject => ({
  type: "contract",
  names: [{ name }],
  fields: [
    { name: "files", rule: "merge_array", fitting: [["a.pdf"], ["b.pdf", "a.pdf"], ["c.pdf"], null] },
    last("expiry_date", DATES, NO_DATES),
    last("type"),
  ],
  unknown: UNKNOWN,
  ...rest,
});

const invoice = (number: string): Subject => ({
  type: "invoice",
  names: [{ invoice_number: number, vendor_name: "Acme" }],
  fields: [
    last("amount_due", [10, 20.5, null], ["abc", [1]]),
    last("currency"),
    last("invoice_date", DATES, NO_DATES),
    last("date_due", DATES, NO_DATES),
  ],
  unknown: UNKNOWN,
});

/** A type that nobody has described: it claims every field. */
const gadget = (name: string, rest: Partial<Subject> = {}): Subject => ({
  type: "gadget",
  names: [{ name }],
  fields: [last("colour"), last("grams", [5, 7, null]), last("box", [{ w: 1 }, { h: 2, w: 1 }])],
  unknown: [],
  ...rest,
});

/** Edges run from lower to higher numbers, also after merges, so that none closes a circle. */
export const SUBJECTS: readonly Subject[] = [
  person("Ada Byron"),
  person("Ada Lovelace", 0),
  person("A. A. Lovelace", 0),
  task("Paint the fence"),
  task("Paint fence", { into: 3 }),
  task("Sweep the yard", { mayEnd: true }),
  contract("Lease of the barn"),
  contract("Loan of the mule", { mayEnd: true }),
  invoice("INV-1"),
  invoice("INV-2"),
  gadget("Left lever"),
  gadget("Lever, left", { into: 10 }),
  gadget("Right lever", { mayEnd: true }),
  gadget("Lone lever", { alone: true }),
];

/** The number of the subject that stands for this one after every merge there may be. */
export function standIn(subject: number): number {
  return SUBJECTS[subject]?.into ?? subject;
}

/** The subject itself; a number that is not in the list is a mistake of the test. */
export function subjectAt(subject: number): Subject {
  const found = SUBJECTS[subject];
  if (found === undefined) throw new Error(`no subject ${subject}`);
  return found;
}

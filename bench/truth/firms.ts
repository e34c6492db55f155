import { createRandom, createWords } from "../search/corpus.ts";

// Made companies, people, tasks and invoices for the large load, the same in every run.

const TYPES = ["company", "person", "task", "invoice"] as const;
const START_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const EDGES_EACH = 2;

export type Row = Readonly<Record<string, unknown>>;

/** What was stated about entity `index` the `nth` time. */
export function rowAt(index: number, nth: number): Row {
  const random = createRandom((index * 31 + nth) * 2 + 1);
  random();
  const word = createWords(random);
  const words = (count: number) => Array.from({ length: count }, word).join(" ");
  const day = (offset: number) => new Date(START_MS + (offset % 700) * DAY_MS).toISOString();
  switch (TYPES[index % TYPES.length]) {
    case "company":
      return { entity_type: "company", name: nameOf(index), industry: words(1), address: words(4), notes: words(10) };
    case "person":
      return { entity_type: "person", name: nameOf(index), role: words(2), country: words(1), notes: words(10) };
    case "task":
      return {
        entity_type: "task",
        title: nameOf(index),
        status: words(1),
        // Another day to be done by would make it another task.
        completed_date: day(index + nth),
        notes: words(10),
      };
    default:
      return {
        entity_type: "invoice",
        invoice_number: nameOf(index),
        amount_due: Math.round(random() * 10_000) / 100,
        currency: "EUR",
        date_due: day(index + nth),
        description: words(10),
      };
  }
}

/** A name with a word that no other entity has. */
export function nameOf(index: number): string {
  const word = createWords(createRandom(index * 2 + 1));
  word();
  return `${word()} ${word()} n${index.toString(36)}z`;
}

export function typeOf(index: number): string {
  return TYPES[index % TYPES.length] ?? "company";
}

/** When something was stated the `nth` time. */
export function statedAt(nth: number): string {
  return new Date(START_MS + nth * DAY_MS).toISOString();
}

/** Edges to near neighbours, so that a neighbourhood has the same size however many entities there are. */
export function edgesFrom(index: number, entities: number): number[] {
  return [1, 7].slice(0, EDGES_EACH).flatMap((step) => (index + step < entities ? [index + step] : []));
}

import { isJsonObject, type Json, type JsonObject } from "../../../kernel/index.ts";

/** One thing somebody said. */
export interface Turn {
  readonly speaker: string;
  readonly text: string;
  /** When, in milliseconds since 1970; undefined where nobody said. */
  readonly at?: number | undefined;
}

/** Where a turn stands in its transcript, in bytes; only what was said, without who said it. */
export interface PlacedTurn {
  readonly speaker: string;
  readonly at: number | null;
  readonly start: number;
  readonly end: number;
}

/** What a text source knows of itself besides its words. */
export interface Saying {
  readonly title: string | null;
  readonly said_at: number | null;
  readonly turns: readonly PlacedTurn[] | null;
}

/** A conversation as one text, word for word, and where each turn stands in it. */
export function transcriptOf(turns: readonly Turn[]): { text: string; places: PlacedTurn[] } {
  const places: PlacedTurn[] = [];
  const parts: string[] = [];
  let bytes = 0;
  for (const { speaker, text, at } of turns) {
    const head = at === undefined ? `${speaker}: ` : `${speaker} (${new Date(at).toISOString()}): `;
    const start = bytes + Buffer.byteLength(head);
    const end = start + Buffer.byteLength(text);
    parts.push(head, text, "\n");
    places.push({ speaker, at: at ?? null, start, end });
    bytes = end + 1;
  }
  return { text: parts.join(""), places };
}

/** As the source keeps it. */
export function toProvenance({ title, said_at, turns }: Saying): JsonObject {
  return {
    said: true,
    title,
    said_at,
    turns: turns === null ? null : turns.map(({ speaker, at, start, end }) => [speaker, at, start, end]),
  };
}

/** What a source knows of itself; undefined where it is another kind of file. */
export function sayingOf(provenance: JsonObject | null): Saying | undefined {
  if (!isJsonObject(provenance) || provenance.said !== true) return undefined;
  const { title, said_at, turns } = provenance as { title: string | null; said_at: number | null; turns: Json };
  const placed = Array.isArray(turns) ? (turns as [string, number | null, number, number][]) : null;
  return {
    title,
    said_at,
    turns: placed === null ? null : placed.map(([speaker, at, start, end]) => ({ speaker, at, start, end })),
  };
}

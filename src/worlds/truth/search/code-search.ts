import type { Entity } from "../model/entity.ts";
import type { Identifier } from "../model/identifier.ts";
import { lookups } from "../model/identity/identifiers.ts";
import type { Truth } from "../truth.ts";

/** A code that more entities have is no code. */
const EXACT_MAX = 20;
const WORDS_MAX = 20;
/** What is given once: numbers, addresses, ids. A name may be many people's. */
const CODES: ReadonlySet<Identifier["kind"]> = new Set(["number", "external", "email", "phone"]);

/** Entities whose number, address or id the query is, or names as one of its words, by id. */
export async function entitiesByCode(truth: Truth, text: string, entityType: string | undefined): Promise<Entity[]> {
  const codes = codesIn(text);
  if (codes.length === 0) return [];
  const rows = await truth.identifiers.find(codes, EXACT_MAX + 1);
  if (rows.length > EXACT_MAX) return [];
  const found = await truth.entities.findLive(rows.map(({ origin_id }) => origin_id));
  return found
    .filter(({ entity_type }) => entityType === undefined || entity_type === entityType)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function codesIn(text: string): Identifier[] {
  // A word without a digit or an @ is a word: only what looks given is looked up.
  const words = text
    .split(/\s+/u, WORDS_MAX + 1)
    .map((word) => word.replace(/^[("'«„]+|[)"'»“”.,;:!?]+$/gu, ""))
    .filter((word) => word.length >= 3 && /[\d@]/.test(word));
  const whole = /[\d@]/.test(text) ? [text] : [];
  const all = [...new Set([...whole, ...words])].slice(0, WORDS_MAX);
  return all.flatMap((word) => lookups(word).filter(({ kind }) => CODES.has(kind)));
}

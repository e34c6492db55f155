import type { Json, JsonObject, SearchDocument } from "../../../kernel/index.ts";
import { type Entity, isLive } from "./entity.ts";
import { eachPart, entityText, partsOf, valuesIn, versionId } from "./entity-text.ts";

/** Where things are looked for. The past is apart, so that questions about now never meet it. */
export const SPACES = {
  entities: "truth",
  past: "truth_past",
  sources: "truth_sources",
  turns: "truth_turns",
} as const;

const PASSAGE_CHARS_MAX = 1200;
/** The most that is indexed of one text: about six million characters. */
const PASSAGES_MAX = 5000;

/** What an entry says about an entity. */
export interface Said {
  readonly fields: JsonObject;
  readonly fragments: JsonObject;
}

/** What changes in the index. */
export interface FindableChange {
  readonly documents: readonly SearchDocument[];
  /** Parts of entities that are no more. */
  readonly gone: readonly string[];
}

/**
 * What becomes of an entity's documents when an entry changes it; `after` is undefined where nothing is left of it.
 * What it was found by before stays findable for questions about that time, and so does what was said and did not win.
 */
export function changeOf(before: Entity | undefined, after: Entity | undefined, said: readonly Said[]): FindableChange {
  const entity = after ?? before;
  if (entity === undefined) return { documents: [], gone: [] };
  const [old, now] = [partsNow(before), partsNow(after && ordered(after))];
  const documents: SearchDocument[] = [];
  if (old.length > 0 && old.join("") !== now.join("")) documents.push(...pastVersion(entity, old));
  for (const lost of lostWords(after, said)) documents.push(...pastVersion(entity, partsOf(lost)));
  documents.push(...now.map((part, n) => toDocument(SPACES.entities, partId(entity.id, n), entity, part, n)));
  const gone = old.slice(now.length).map((_, n) => partId(entity.id, now.length + n));
  return { documents, gone };
}

/** What an entity is found by; nothing while it is merged away or deleted. */
function partsNow(entity: Entity | undefined): string[] {
  return entity !== undefined && isLive(entity) ? partsOf(entityText(entity)) : [];
}

/** Statements that the snapshot does not show: older than what is known, or outranked. A question about then may. */
function lostWords(entity: Entity | undefined, said: readonly Said[]): string[] {
  if (said.length === 0) return [];
  const shown = new Set(
    entity !== undefined && isLive(entity) ? [...valuesIn(entity.snapshot), ...valuesIn(entity.fragments)] : [],
  );
  return said.flatMap(({ fields, fragments }) => {
    const values = [...valuesIn(inOrder(fields)), ...valuesIn(inOrder(fragments))];
    return values.every((value) => shown.has(value)) ? [] : [values.join("\n")];
  });
}

/** As it will be read again: a text is made of the same words in the same order whether just written or read. */
function ordered(entity: Entity): Entity {
  return { ...entity, snapshot: inOrder(entity.snapshot), fragments: inOrder(entity.fragments) };
}

/** With its keys in the order of canonical JSON. */
function inOrder<Value extends Json>(value: Value): Value {
  if (Array.isArray(value)) return value.map(inOrder) as unknown as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner as Json)])) as Value;
}

function partId(entityId: string, part: number): string {
  return part === 0 ? entityId : `${entityId}#${part}`;
}

function pastVersion(entity: Entity, parts: readonly string[]): SearchDocument[] {
  const id = versionId(entity.id, parts.join(""));
  return parts.map((text, part) => toDocument(SPACES.past, partId(id, part), entity, text, part));
}

function toDocument(space: string, id: string, entity: Entity, text: string, position: number): SearchDocument {
  const { id: group, entity_type } = entity;
  return { space, id, unit: "entity", text, group, position, filters: { entity_type } };
}

/** What of a text can be found by its words. */
export interface Passages {
  readonly documents: readonly SearchDocument[];
  readonly indexed_chars: number;
}

/** The text of a file in passages that know their bytes. Offsets count the UTF-8 of `text`. */
export function passagesOf(sourceId: string, storedAt: number, text: string): Passages {
  const documents: SearchDocument[] = [];
  let start = 0;
  let chars = 0;
  for (const part of eachPart(text, PASSAGE_CHARS_MAX)) {
    if (documents.length === PASSAGES_MAX) break;
    const end = start + Buffer.byteLength(part);
    if (part.trim() !== "") {
      documents.push({
        space: SPACES.sources,
        id: `${sourceId}:${start}:${end}`,
        unit: "passage",
        text: part,
        group: sourceId,
        position: documents.length,
        at: storedAt,
      });
    }
    start = end;
    chars += part.length;
  }
  return { documents, indexed_chars: chars };
}

/** The bytes of a source that a found passage stands for. */
export function placeOfPassage(id: string): { source_id: string; start: number; end: number } {
  const [source_id = "", start = "0", end = "0"] = id.split(":");
  return { source_id, start: Number(start), end: Number(end) };
}

import type { JsonObject, SearchDocument } from "../../../kernel/index.ts";
import { type Entity, isLive } from "../model/entity.ts";
import type { Source } from "../model/source.ts";
import type { Truth } from "../truth.ts";
import { entityText, isLastPart, partsOf, valuesIn, versionId } from "./entity-text.ts";

/** Where things are looked for. The past is apart, so that questions about now never meet it. */
export const SPACES = { entities: "truth", past: "truth_past", sources: "truth_sources" } as const;

const PASSAGE_CHARS_MAX = 1200;
/** The most that is indexed of one text: about six million characters. */
const PASSAGES_MAX = 5000;

/** What a call has just said about an entity. */
export interface Statement {
  readonly entity_id: string;
  readonly fields: JsonObject;
  readonly fragments: JsonObject;
}

/**
 * Brings the index in step with entities that a call has just written.
 * What they were found by before stays findable for questions about that time, and so does what was said and did not win.
 * `before` has the entities as they stood until then, where the caller knows: one that is not in it is new.
 */
export async function indexEntities(
  truth: Truth,
  entityIds: readonly string[],
  said: readonly Statement[] = [],
  before?: ReadonlyMap<string, Entity>,
): Promise<void> {
  const { scope } = truth;
  const entities = await truth.entities.findMany(entityIds);
  const saidOf = Map.groupBy(said, ({ entity_id }) => entity_id);
  const documents: SearchDocument[] = [];
  const gone: string[] = [];
  for (const entity of entities.values()) {
    const parts = partsNow(entity);
    const old = before === undefined ? await partsInIndex(truth, entity.id) : partsNow(before.get(entity.id));
    if (old.length > 0 && old.join("") !== parts.join("")) documents.push(...pastVersion(entity, old));
    for (const lost of lostWords(isLive(entity) ? entity : undefined, saidOf.get(entity.id) ?? [])) {
      documents.push(...pastVersion(entity, partsOf(lost)));
    }
    for (let part = parts.length; part < old.length; part += 1) gone.push(partId(entity.id, part));
    documents.push(
      ...parts.map((part, index) => toDocument(SPACES.entities, partId(entity.id, index), entity, part, index)),
    );
  }
  if (documents.length > 0) await scope.derive(({ search }) => search.index(documents));
  if (gone.length > 0) await scope.derive(({ search }) => search.remove(SPACES.entities, gone));
}

/** What an entity is found by; nothing while it is merged away or deleted. */
function partsNow(entity: Entity | undefined): string[] {
  return entity !== undefined && isLive(entity) ? partsOf(entityText(entity)) : [];
}

/** Statements that the snapshot does not show: older than what is known, or outranked. A question about then may. */
function lostWords(entity: Entity | undefined, said: readonly Statement[]): string[] {
  const shown = new Set(entity && [...valuesIn(entity.snapshot), ...valuesIn(entity.fragments)]);
  return said.flatMap(({ fields, fragments }) => {
    const values = [...valuesIn(fields), ...valuesIn(fragments)];
    return values.every((value) => shown.has(value)) ? [] : [values.join("\n")];
  });
}

function partId(entityId: string, part: number): string {
  return part === 0 ? entityId : `${entityId}#${part}`;
}

async function partsInIndex({ scope }: Truth, entityId: string): Promise<string[]> {
  const parts: string[] = [];
  for (;;) {
    const document = await scope.search.get(SPACES.entities, partId(entityId, parts.length));
    if (document === undefined) return parts;
    parts.push(document.text);
    if (isLastPart(document.text)) return parts;
  }
}

function pastVersion(entity: Entity, parts: readonly string[]): SearchDocument[] {
  const id = versionId(entity.id, parts.join(""));
  return parts.map((text, part) => toDocument(SPACES.past, partId(id, part), entity, text, part));
}

function toDocument(space: string, id: string, entity: Entity, text: string, position: number): SearchDocument {
  const { id: group, entity_type } = entity;
  return { space, id, unit: "entity", text, group, position, filters: { entity_type } };
}

/** How much of a text can be found by its words. */
export interface IndexedText {
  readonly passages: number;
  readonly indexed_chars: number;
}

/** Makes the text of a file findable, in passages that know their bytes. Offsets count the UTF-8 of `text`. */
export async function indexSourceText(truth: Truth, source: Source, text: string): Promise<IndexedText> {
  const documents: SearchDocument[] = [];
  let start = 0;
  let chars = 0;
  for (const part of partsOf(text, PASSAGE_CHARS_MAX)) {
    if (documents.length === PASSAGES_MAX) break;
    const end = start + Buffer.byteLength(part);
    if (part.trim() !== "") {
      documents.push({
        space: SPACES.sources,
        id: passageId(source.id, start, end),
        unit: "passage",
        text: part,
        group: source.id,
        position: documents.length,
        at: source.created_at,
      });
    }
    start = end;
    chars += part.length;
  }
  if (documents.length > 0) await truth.scope.derive(({ search }) => search.index(documents));
  return { passages: documents.length, indexed_chars: chars };
}

function passageId(sourceId: string, start: number, end: number): string {
  return `${sourceId}:${start}:${end}`;
}

/** The bytes of a source that a found passage stands for. */
export function placeOfPassage(id: string): { source_id: string; start: number; end: number } {
  const [source_id = "", start = "0", end = "0"] = id.split(":");
  return { source_id, start: Number(start), end: Number(end) };
}

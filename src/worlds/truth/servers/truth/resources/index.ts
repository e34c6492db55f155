import type { CompletionTarget, JsonObject, Page, Resources } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { RELATIONSHIP_TYPES } from "../../../model/relationship.ts";
import type { Truth } from "../../../truth.ts";
import { addressOf } from "./addresses.ts";
import { changedBy } from "./changed-by.ts";
import { type Collection, readCollection } from "./collection.ts";
import {
  entityCollection,
  entityTypeCollection,
  relationshipCollection,
  sourceCollection,
  timelineCollection,
} from "./collections.ts";
import { completions } from "./completions.ts";
import { listedBy } from "./listed-by.ts";
import { entityNode, findLive, observationsOf, relationshipsOfEntity, sourceNode } from "./nodes.ts";
import { readAddress } from "./query.ts";

const JSON_TYPE = "application/json";
const MONTHS_PER_PAGE = 120;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

const ALWAYS = [
  { uri: addressOf.entities, name: "entities", description: "All entities, the latest observed first." },
  { uri: addressOf.entityTypes, name: "entity_types", description: "All entity types." },
  { uri: addressOf.relationships, name: "relationships", description: "All relationships, newest first." },
  { uri: addressOf.sources, name: "sources", description: "All sources, newest first." },
];

const TEMPLATES = [
  [addressOf.entitiesOf("{entity_type}"), "entities-of-type", "All entities of one type."],
  [addressOf.entity("{entity_id}"), "entity", "One entity with its snapshot and provenance."],
  [addressOf.observations("{entity_id}"), "entity-observations", "Everything said about one entity."],
  [addressOf.relationshipsOf("{entity_id}"), "entity-relationships", "The relationships of one entity."],
  [addressOf.relationshipsOfType("{relationship_type}"), "relationships-of-type", "All relationships of one type."],
  [addressOf.timeline("{year}"), "timeline-year", "The events of a year."],
  [addressOf.timeline("{year}-{month}"), "timeline-month", "The events of a month."],
  [addressOf.source("{source_id}"), "source", "One source with what is known about it."],
] as const;

/** What can be browsed: the contract's table of addresses. */
export const resources: Resources<Truth> = {
  templates: TEMPLATES.map(([uriTemplate, name, description]) => ({
    uriTemplate,
    name,
    description,
    mimeType: JSON_TYPE,
  })),
  list,
  async read(uri, truth) {
    const found = await readUri(uri, truth);
    return found && { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(found) }] };
  },
  changedBy,
  listedBy,
};

/** What is always there, then periods, newest first; a cursor is the month that the page before ended with. */
async function list(
  truth: Truth,
  cursor: string | undefined,
): Promise<Page<(typeof ALWAYS)[number] & { mimeType: string }>> {
  if (cursor !== undefined && !MONTH.test(cursor)) {
    throw refuse("VALIDATION_ERROR", "This cursor is not one that resources/list answered; list without one.");
  }
  const found = await truth.timeline.months(MONTHS_PER_PAGE + 1, cursor);
  const months = found.slice(0, MONTHS_PER_PAGE).filter((month) => MONTH.test(month));
  const years = new Set(months.map((month) => month.slice(0, 4)));
  // The year that the page before ended in stands there.
  if (cursor !== undefined) years.delete(cursor.slice(0, 4));
  const periods = [...years, ...months].map((period) => ({
    uri: addressOf.timeline(period),
    name: `timeline ${period}`,
    description: `The events of ${period}.`,
  }));
  const first = cursor === undefined ? [...ALWAYS, ...(await typesInUse(truth))] : [];
  const last = months.at(-1);
  return {
    items: [...first, ...periods].map((item) => ({ ...item, mimeType: JSON_TYPE })),
    ...(found.length > MONTHS_PER_PAGE && last !== undefined && { nextCursor: last }),
  };
}

async function typesInUse(truth: Truth) {
  return (await truth.relationships.typesInUse()).map((type) => ({
    uri: addressOf.relationshipsOfType(type),
    name: `relationships ${type}`,
    description: `All relationships of type ${type}.`,
  }));
}

/** What stands under an address; undefined where there is nothing. */
async function readUri(uri: string, truth: Truth): Promise<JsonObject | undefined> {
  const address = readAddress(uri);
  if (address === undefined) return undefined;
  const { path, parameters } = address;
  const [kind = "", id = "", part, ...rest] = path.split("/");
  if (rest.length > 0) return undefined;
  if (kind === "source" && part === undefined) return sourceNode(truth, id, uri);
  if (kind === "entity" && part === undefined) {
    const entity = await findLive(truth, id);
    return entity && entityNode(await truth.schemas.book(), entity, id, uri);
  }
  const collection = await collectionAt(truth, kind, path.includes("/") ? id : undefined, part);
  return collection && readCollection(truth, collection, uri, parameters);
}

async function collectionAt(
  truth: Truth,
  kind: string,
  id: string | undefined,
  part: string | undefined,
): Promise<Collection | undefined> {
  if (kind === "entity" && id !== undefined) {
    const entity = await findLive(truth, id);
    if (entity === undefined) return undefined;
    if (part === "observations") return observationsOf(entity);
    return part === "relationships" ? relationshipsOfEntity(entity) : undefined;
  }
  if (part !== undefined) return undefined;
  if (kind === "entities") {
    return id === undefined || /^[a-z][a-z0-9_]{0,63}$/.test(id) ? entityCollection(id) : undefined;
  }
  if (kind === "relationships") {
    const type = RELATIONSHIP_TYPES.find((known) => known === id);
    return id === undefined || type !== undefined ? relationshipCollection(type) : undefined;
  }
  if (kind === "entity_types") return id === undefined ? entityTypeCollection : undefined;
  if (kind === "sources") return id === undefined ? sourceCollection : undefined;
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(kind === "timeline" ? (id ?? "") : "") ?? [];
  return year === undefined ? undefined : timelineCollection(year, month);
}

/** Values that fit a half-typed part of an address. */
export function complete(
  target: CompletionTarget,
  argument: string,
  typed: string,
  truth: Truth,
  given: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  return "template" in target ? completions(truth, argument, typed, given) : Promise.resolve([]);
}

import {
  payloadOf,
  RELATIONSHIP_DELETED,
  RELATIONSHIP_STATED,
  type RecordedObservation,
  type RecordedRelationship,
  type RelationshipStatement,
  type Statement,
  saysNothing,
} from "../recorded.ts";
import { type Entries, type Entry, type Groups, readGroups } from "./groups.ts";

/** What is to be erased: an entity with all that was merged into it, or all that one source said. */
export interface Target {
  readonly kind: "entity" | "source";
  readonly id: string;
}

/** All that goes with a target. */
export interface Going {
  readonly groups: Groups;
  /** Entities of which nothing is left. */
  readonly entities: ReadonlySet<string>;
  /** Entities that lose something, those of which nothing is left among them. */
  readonly touched: ReadonlySet<string>;
  /** Sources that lose something they said: their content says it too. */
  readonly sources: ReadonlySet<string>;
  /** Ids of all that goes, as answers name them. */
  readonly ids: ReadonlySet<string>;
  observation(said: RecordedObservation, sourceId: string): boolean;
  relationship(said: RecordedRelationship, sourceId: string): boolean;
}

/** Works out what goes with a target; undefined where there is no such thing. */
export async function whatGoes(entries: Entries, target: Target): Promise<Going | undefined> {
  const groups = await readGroups(entries);
  const originOf = (said: RecordedObservation) => groups.pathOf(said).at(-1) ?? said.rule_id;
  const touched =
    target.kind === "entity"
      ? new Set(groups.membersOf(groups.shownOf(target.id)))
      : await touchedBy(entries, groups, target.id);
  const entities = target.kind === "entity" ? touched : await unobserved(entries, touched, target.id, originOf);
  const source = target.kind === "source" ? target.id : undefined;
  const observation: Going["observation"] = (said, sourceId) => sourceId === source || entities.has(originOf(said));
  const relationship: Going["relationship"] = (said, sourceId) =>
    sourceId === source || entities.has(said.origin_source_id) || entities.has(said.origin_target_id);
  const sources = new Set(source === undefined ? [] : [source]);
  const ids = new Set<string>(entities);
  let isThere = false;
  for await (const { statement, related } of statements(entries)) {
    const saidBy = (statement ?? related)?.source_id;
    if (source !== undefined && saidBy === source) isThere = true;
    for (const said of statement?.observations ?? []) {
      if (target.kind === "entity" && (said.rule_id === target.id || originOf(said) === target.id)) isThere = true;
      const goes = observation(said, statement?.source_id ?? "");
      if (goes) ids.add(said.id);
      // A correction names the entity that it was about when it was made.
      const namesGone = said.kind !== "store" && groups.pathOf(said).some((id) => entities.has(id));
      if (goes || namesGone) sources.add(statement?.source_id ?? "");
    }
    if (related === undefined || !relationship(related.relationship, related.source_id)) continue;
    ids.add(related.relationship.id);
    sources.add(related.source_id);
  }
  if (!isThere) return undefined;
  for (const id of sources) ids.add(id);
  return { groups, entities, touched, sources, ids, observation, relationship };
}

/** The entities that a source was ever taken to speak of. */
async function touchedBy(entries: Entries, groups: Groups, sourceId: string): Promise<Set<string>> {
  const touched = new Set<string>();
  for await (const { statement } of statements(entries)) {
    if (statement?.source_id !== sourceId) continue;
    for (const said of statement.observations) for (const entity of groups.pathOf(said)) touched.add(entity);
  }
  return touched;
}

/** Those of which nothing else was stored. What was corrected, deleted or restored alone is not observed. */
async function unobserved(
  entries: Entries,
  touched: ReadonlySet<string>,
  sourceId: string,
  originOf: (said: RecordedObservation) => string,
): Promise<Set<string>> {
  const left = new Set(touched);
  for await (const { statement } of statements(entries)) {
    if (statement === undefined || statement.source_id === sourceId) continue;
    for (const said of statement.observations) if (said.kind === "store") left.delete(originOf(said));
  }
  return left;
}

interface Said {
  readonly statement?: Statement;
  readonly related?: RelationshipStatement;
}

async function* statements(entries: Entries): AsyncIterable<Said> {
  for await (const entry of entries()) {
    if (saysNothing(entry)) continue;
    if (isRelationship(entry)) yield { related: payloadOf<RelationshipStatement>(entry) };
    else if (isStatement(entry)) yield { statement: payloadOf<Statement>(entry) };
  }
}

export function isRelationship({ kind }: Entry): boolean {
  return kind === RELATIONSHIP_STATED || kind === RELATIONSHIP_DELETED;
}

export function isStatement({ payload }: Entry): boolean {
  return typeof payload === "object" && payload !== null && "observations" in payload;
}

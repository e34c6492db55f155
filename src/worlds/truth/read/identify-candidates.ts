import type { JsonObject } from "../../../kernel/index.ts";
import type { Entity } from "../model/entity.ts";
import { SPACES } from "../model/findable.ts";
import type { Identifier } from "../model/identifier.ts";
import { skeleton } from "../model/identity/confusables.ts";
import { lookups } from "../model/identity/identifiers.ts";
import { likenessOf, type Signal } from "../model/identity/likeness.ts";
import { isCompany, normalizeName } from "../model/identity/normalize-name.ts";
import { plainSpelling } from "../model/identity/spelling.ts";
import { wordsQuery } from "../search/entity-search.ts";
import type { Truth } from "../truth.ts";

export interface Signals {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly domain?: string | undefined;
  readonly phone?: string | undefined;
  readonly company?: string | undefined;
}

export interface Candidate {
  readonly entity_id: string;
  readonly entity_type: string;
  readonly canonical_name: string;
  readonly score: number;
  readonly matched_signals: readonly Signal[];
}

const BY_IDENTIFIER_MAX = 200;
const BY_NAME_MAX = 25;
const COMPANY_FIELDS = ["organization", "company", "company_name", "employer"];

/** Who may be meant, best first, ties by id. Candidates come from indexes alone: shared identifiers, like names, words. */
export async function findCandidates(
  truth: Truth,
  signals: Signals,
  entityType: string | undefined,
): Promise<Candidate[]> {
  const described = identifiersIn(signals);
  const company = signals.company === undefined ? undefined : normalizeName("company", signals.company);
  const origins = await candidateIds(truth, signals, described, entityType);
  const entities = (await truth.entities.findLive(origins)).filter(
    ({ entity_type }) => entityType === undefined || entity_type === entityType,
  );
  const known = await identifiersOfEntities(truth, entities);
  return entities
    .map((entity) => {
      const identifiers = known.get(entity.id) ?? [];
      const more: Signal[] = company !== undefined && worksAt(entity, company) ? ["company"] : [];
      if (isCompany(entity.entity_type) && ownsDomain(described, identifiers)) more.push("own_domain");
      const { score, signals: matched } = likenessOf(described, identifiers, more);
      const { id: entity_id, entity_type, canonical_name } = entity;
      return { entity_id, entity_type, canonical_name, score, matched_signals: matched };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.entity_id < b.entity_id ? -1 : 1));
}

/** Each signal in the forms its kind may stand in the index. */
function identifiersIn({ name, email, domain, phone }: Signals): Identifier[] {
  const given = [
    ["name", name],
    ["email", email],
    // Also as people write it: of an address, or with the sign before it.
    ["domain", domain?.slice(domain.lastIndexOf("@") + 1)],
    ["phone", phone],
  ] as const;
  return given.flatMap(([wanted, text]) =>
    text === undefined ? [] : lookups(text).filter(({ kind }) => kind === wanted),
  );
}

async function candidateIds(
  truth: Truth,
  signals: Signals,
  described: readonly Identifier[],
  entityType: string | undefined,
): Promise<string[]> {
  const rows = await truth.identifiers.find(described, BY_IDENTIFIER_MAX);
  const found = rows.map(({ origin_id }) => origin_id);
  if (signals.name !== undefined) found.push(...(await idsOfLikeNames(truth, signals.name, entityType)));
  const words = [signals.name, signals.company].filter((text) => text !== undefined).join(" ");
  if (words !== "") {
    const { hits } = await truth.scope.search.find({
      ...wordsQuery(SPACES.entities, words, entityType),
      limit: BY_NAME_MAX,
    });
    found.push(...hits.map(({ document }) => document.group ?? document.id));
  }
  return [...new Set(found)];
}

/** Names that begin like it, and the name it looks like. */
async function idsOfLikeNames({ entities }: Truth, name: string, entityType: string | undefined): Promise<string[]> {
  const normalized = normalizeName("", name);
  const [word = normalized] = normalized.split(" ");
  const starts = new Set([word.slice(0, Math.max(3, Math.ceil(word.length / 2))), skeleton(name), plainSpelling(name)]);
  const found: string[] = [];
  for (const start of [...starts].filter((text) => text !== "").sort()) {
    const rows = await entities.named(start, "start", entityType, BY_NAME_MAX);
    found.push(...rows.map(({ origin_id }) => origin_id));
  }
  return found;
}

/** What each entity is recognised by, with everything that was merged into it. */
export async function identifiersOfEntities(
  { merges, identifiers }: Truth,
  entities: readonly Pick<Entity, "id">[],
): Promise<Map<string, Identifier[]>> {
  const origins = await merges.originsOf(
    entities.map(({ id }) => id),
    undefined,
  );
  const known = new Map<string, Identifier[]>();
  for (const { origin_id, kind, value } of await identifiers.ofOrigins([...origins.keys()])) {
    const id = origins.get(origin_id) ?? origin_id;
    known.set(id, [...(known.get(id) ?? []), { kind, value }]);
  }
  return known;
}

/** A site is its company's; whoever else names it only has to do with it. */
function ownsDomain(described: readonly Identifier[], known: readonly Identifier[]): boolean {
  const own = new Set(known.flatMap(({ kind, value }) => (kind === "domain" ? [value] : [])));
  return described.some(({ kind, value }) => kind === "domain" && own.has(value));
}

function worksAt({ snapshot, fragments }: Entity, company: string): boolean {
  const row: JsonObject = { ...fragments, ...snapshot };
  return COMPANY_FIELDS.some((field) => {
    const value = Object.hasOwn(row, field) ? row[field] : undefined;
    return typeof value === "string" && normalizeName("company", value) === company;
  });
}

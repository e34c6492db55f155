import { z } from "zod";
import { cutAt, defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Entity } from "../../../model/entity.ts";
import { likenessOf, type Signal } from "../../../model/identity/likeness.ts";
import { isPersonal } from "../../../model/identity/names.ts";
import { EntityType } from "../../../model/inputs.ts";
import { candidateGroups, type Place } from "../../../read/duplicate-groups.ts";
import { identifiersOfEntities } from "../../../read/identify-candidates.ts";
import { fitList } from "../../../read/paging.ts";
import type { Truth } from "../../../truth.ts";

const SCORE_LEAST = 0.3;

/** What makes a person and a contact one: a name alone may be two people's. */
const STRONG: ReadonlySet<Signal> = new Set(["email", "phone", "number", "external"]);

const EntityRef = z.object({ entity_id: z.string(), entity_type: z.string(), canonical_name: z.string() });

export const listPotentialDuplicates = defineTool({
  name: "list_potential_duplicates",
  title: "List potential duplicates",
  description: [
    "Pairs of entities that may be the same, the likeliest first, with the signals they share; also a person and a contact of one address or number.",
    "Nothing is merged: look at both, then use merge_entities, which unmerge_entities undoes.",
    "Each call looks at a part of the index; pass next_cursor back until it is null, also after an empty page.",
    "To check one description use identify_entity.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    entity_type: EntityType.optional(),
    limit: z.int().min(1).max(500).optional().describe("At most this many pairs (default 50)"),
    offset: z.int().min(0).optional().describe("Skip this many pairs of this part (default 0)"),
    cursor: z.string().max(2000).optional().describe("next_cursor of the call before"),
  }),
  output: z.object({
    pairs: z.array(
      z.object({ entities: z.array(EntityRef).length(2), score: z.number(), reasons: z.array(z.string()) }),
    ),
    total: z.int().describe("How many pairs this part of the index has"),
    truncated: z.boolean().optional(),
    next_offset: z.int().optional(),
    next_cursor: z.string().nullable(),
  }),
  async run({ entity_type, limit = 50, offset = 0, cursor }, truth: Truth) {
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const { groups, next } = await candidateGroups(truth, after);
    const found = await judged(truth, groups, entity_type);
    const { items } = fitList(found.slice(offset, offset + limit), offset);
    return {
      pairs: items,
      total: found.length,
      ...cutAt(offset + items.length, found.length),
      next_cursor: next === undefined ? null : writeCursor(next),
    };
  },
});

/** The pairs within each group, of one type, both there to be opened, and alike enough; the first of a group stands for it. */
async function judged(truth: Truth, groups: readonly (readonly string[])[], entityType: string | undefined) {
  const ids = [...new Set(groups.flat())];
  const standsFor = await truth.merges.standsFor(ids, undefined);
  const live = new Map((await truth.entities.findLive(ids)).map((entity) => [entity.id, entity]));
  const pairs = new Map<string, readonly [Entity, Entity]>();
  for (const group of groups) {
    const members = [...new Set(group.flatMap((id) => live.get(standsFor.get(id) ?? id) ?? []))].sort(byId);
    const [head, ...rest] = members;
    // Each type has its first; whoever is of another type than the first of all is held against that one too.
    for (const [type, [first, ...others]] of Map.groupBy(members, ({ entity_type }) => entity_type)) {
      if (first === undefined || (entityType ?? type) !== type) continue;
      for (const other of others) pairs.set(`${first.id} ${other.id}`, [first, other]);
    }
    if (head === undefined || entityType !== undefined) continue;
    for (const other of rest) {
      const isAcross =
        head.entity_type !== other.entity_type && isPersonal(head.entity_type) && isPersonal(other.entity_type);
      if (isAcross) pairs.set(`${head.id} ${other.id}`, [head, other]);
    }
  }
  const known = await identifiersOfEntities(truth, [...new Set([...pairs.values()].flat())]);
  return [...pairs.values()]
    .flatMap(([one, other]) => {
      const { score, signals } = likenessOf(known.get(one.id) ?? [], known.get(other.id) ?? []);
      if (one.entity_type !== other.entity_type && !signals.some((signal) => STRONG.has(signal))) return [];
      return score < SCORE_LEAST ? [] : [{ entities: [refOf(one), refOf(other)], score, reasons: [...signals] }];
    })
    .sort((a, b) => b.score - a.score || (pairKey(a.entities) < pairKey(b.entities) ? -1 : 1));
}

function byId(a: Entity, b: Entity): number {
  return a.id < b.id ? -1 : 1;
}

function pairKey(entities: readonly { entity_id: string }[]): string {
  return entities.map(({ entity_id }) => entity_id).join(" ");
}

function refOf({ id, entity_type, canonical_name }: Entity) {
  return { entity_id: id, entity_type, canonical_name };
}

function writeCursor(place: Place): string {
  const parts =
    "identifier" in place
      ? [place.identifier.value, place.identifier.kind, place.identifier.origin_id]
      : [place.shape?.value ?? "", SHAPE, place.shape?.entity_id ?? ""];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** What a cursor has where identifiers have their kind. */
const SHAPE = "shape";
const CursorParts = z.tuple([z.string(), z.string(), z.string()]);

function readCursor(cursor: string): Place {
  const text = Buffer.from(cursor, "base64url").toString();
  const parsed = CursorParts.safeParse(parseJson(text));
  if (!parsed.success) {
    throw refuse("VALIDATION_ERROR", "The cursor is none of this tool's.", {
      problems: [{ path: "cursor", message: "must be a next_cursor of this tool" }],
    });
  }
  const [value, kind, id] = parsed.data;
  if (kind === SHAPE) return { shape: id === "" ? undefined : { value, entity_id: id } };
  return { identifier: { value, kind, origin_id: id } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

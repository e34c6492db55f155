import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { NextOffset, Truncated } from "../../../read/answers.ts";
import { fitList } from "../../../read/paging.ts";
import type { Truth } from "../../../truth.ts";
import { RelationshipInput, RelationshipStated, relate } from "../../../write/relate.ts";

const RELATIONSHIPS_MAX = 1000;

export const createRelationships = defineTool({
  name: "create_relationships",
  title: "Relate many entities",
  description: [
    `State 1 to ${RELATIONSHIPS_MAX} relationships in one call, as create_relationship does for one: all are made or none.`,
    "A refusal names the bad one in details.row, counted from 0.",
    "A long answer is truncated; every relationship's id is TYPE:source:target.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  idempotent: true,
  input: z.object({
    relationships: z.array(RelationshipInput.strict()).min(1).max(RELATIONSHIPS_MAX),
  }),
  output: z.object({
    relationships: z.array(RelationshipStated),
    total: z.int(),
    truncated: Truncated,
    next_offset: NextOffset,
  }),
  async run({ relationships }, truth: Truth) {
    const stated: z.output<typeof RelationshipStated>[] = [];
    // One after another: whether one closes a circle depends on those before it.
    for (const [row, asked] of relationships.entries()) stated.push(await relate(truth, asked, { row }));
    const { items, cut } = fitList(stated, 0);
    return { relationships: items, total: stated.length, ...cut };
  },
});

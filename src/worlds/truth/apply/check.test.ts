import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { times } from "../../../../test/kit/thorough.ts";
import type { TestTruth } from "../../../../test/kit/truth.ts";
import { begin, everyStep, take } from "../../../../test/kit/truth-steps.ts";
import { eventsAfter } from "../../../kernel/events/index.ts";
import { type Finding, type Query, query } from "../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../kernel/installation.ts";
import { checkTruth } from "./check.ts";

/** Checks every entry, as a verification does. */
async function findings(truth: TestTruth): Promise<Finding[]> {
  const database = await truth.parts.database();
  return database.read(EVERY_TENANT, async (sql) => {
    const found: Finding[] = [];
    for (const event of await eventsAfter(sql, "local", 0, 1000)) {
      if (event.kind === "refused") continue;
      const finding = await checkTruth(event, sql);
      if (finding !== undefined) found.push(finding);
    }
    return found;
  });
}

describe.each(ENGINES)("on %s", (engine) => {
  test("finds nothing wrong, whatever was done and whatever was done after it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(everyStep, { minLength: 1, maxLength: 14 }), async (taken) => {
        const { truth, ids } = await begin(engine);
        for (const [n, step] of taken.entries()) await take(truth, ids, step, n);
        expect(await findings(truth)).toEqual([]);
        await truth.close();
      }),
      { numRuns: engine === "sqlite" ? times(40, 16) : times(6, 3), seed: 5 },
    );
  });
});

/** Edits by somebody who knows that rows have hashes, and empties them. */
const EDITS: readonly [string, Query, RegExp][] = [
  [
    "a snapshot",
    query`update truth_entity set snapshot = replace(snapshot, 'Rail', 'Road'), row_hash = ''`,
    /^entity ent_\w+ field industry$/,
  ],
  ["provenance", query`update truth_entity set provenance = '{}', row_hash = ''`, /^entity ent_\w+ field/],
  [
    "winners",
    query`update truth_entity set winners = replace(winners, ',100,', ',900,'), row_hash = ''`,
    /^entity ent_/,
  ],
  ["a count", query`update truth_entity set observation_count = 9, row_hash = ''`, /^entity ent_/],
  [
    "a row with its hash left",
    query`update truth_entity set snapshot = replace(snapshot, 'Rail', 'Road')`,
    /^row ent_\w+ of truth_entity$/,
  ],
  ["a lost entity", query`delete from truth_entity where canonical_name like '%acme%'`, /^entity ent_/],
  [
    "what was observed",
    query`update truth_observation set fields = replace(fields, 'Rail', 'Road'), row_hash = ''`,
    /^observation /,
  ],
  ["a weight", query`update truth_observation set source_priority = 999, row_hash = ''`, /^observation /],
  ["a time", query`update truth_observation set observed_at = observed_at + 1, row_hash = ''`, /^observation /],
  ["a lost observation", query`delete from truth_observation`, /^observation /],
  ["a source", query`update truth_source set content_hash = 'x', row_hash = ''`, /^source /],
  ["an identifier", query`delete from truth_identifier`, /^entity ent_/],
  ["a date", query`update truth_timeline set event_timestamp = 0, row_hash = ''`, /^timeline event /],
  [
    "a relationship",
    query`update truth_relationship set metadata = '{"page":2}', row_hash = ''`,
    /^relationship REFERS_TO:/,
  ],
  [
    "a weight of a relationship",
    query`update truth_relationship_observation set source_priority = 999, row_hash = ''`,
    /^relationship observation /,
  ],
  ["a merge", query`update truth_merge set merge_reason = 'because'`, /^the merge of entry/],
  [
    "a merge that is gone",
    query`update truth_entity set merged_to = null, live = 1, row_hash = '' where merged_to is not null`,
    /^(entity ent_|observation )/,
  ],
  ["an answer", query`update truth_request set answer = '{}'`, /^the answer of entry/],
  ["an answer and its hash", query`update truth_request set answer = '{}', answer_hash = 'x'`, /^the answer of entry/],
  ["a request that is gone", query`delete from truth_request`, /^the answer of entry/],
];

test.each(EDITS)("finds %s that was changed, and names it", async (_what, edit, named) => {
  const { truth, ids } = await begin("sqlite");
  const [acme, beta, gamma] = ids;
  await truth.put({ entity_type: "company", name: "Acme", industry: "Rail", founded_date: "2020-01-02" });
  await truth.ask("create_relationship", {
    relationship_type: "REFERS_TO",
    source_entity_id: acme,
    target_entity_id: beta,
    metadata: { page: 1 },
  });
  await truth.ask("merge_entities", { from_entity_id: gamma, to_entity_id: beta });
  expect(await findings(truth)).toEqual([]);
  const database = await truth.parts.database();
  expect(await database.write("local", (sql) => sql.change(edit))).toBeGreaterThan(0);
  expect((await findings(truth))[0]?.what).toMatch(named);
});

test("a quick verification passes over a write that was refused", async () => {
  const { truth } = await begin("sqlite");
  const before = await truth.verify();
  await truth.callTool("delete_entity", { entity_id: "ent_nobody", reason: "none" }, { server: "truth" });
  const after = await truth.verify();
  expect(after).toMatchObject({ bad: undefined, findings: [], checked: 1 });
  expect(after.entries).toBe(before.entries + 1);
});

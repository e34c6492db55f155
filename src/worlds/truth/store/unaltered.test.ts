import { describe, expect, test } from "vitest";
import { ENGINES, type Engine } from "../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../test/kit/truth.ts";
import { type Query, query } from "../../../kernel/index.ts";

async function openKnown(engine: Engine) {
  const truth = await openTestTruth({ engine });
  const stored = await truth.ask("store_structured", {
    idempotency_key: "known",
    entities: [
      { entity_type: "invoice", invoice_number: "7", amount_due: 1200, due_date: "2024-03-01" },
      { entity_type: "company", name: "Acme" },
    ],
  });
  const [invoice, company] = stored.entities.map(({ entity_id }: { entity_id: string }) => entity_id);
  const related = { relationship_type: "REFERS_TO", source_entity_id: invoice, target_entity_id: company };
  await truth.ask("create_relationship", { ...related, metadata: { page: 1 } });
  const edit = async (statement: Query) => {
    const database = await truth.parts.database();
    expect(await database.write("local", (sql) => sql.change(statement))).toBeGreaterThan(0);
  };
  return { truth, edit, stored, invoice, related };
}

const ALTERED = {
  code: "ROW_ALTERED",
  message: "A stored row is not what was written: it was changed outside Bailiwick.",
};

describe.each(ENGINES)("on %s", (engine) => {
  test.each<[string, Query, string, (known: Awaited<ReturnType<typeof openKnown>>) => Record<string, unknown>]>([
    [
      "truth_entity",
      query`update truth_entity set snapshot = replace(snapshot, '1200', '9999999') where entity_type = 'invoice'`,
      "retrieve_entity_snapshot",
      ({ invoice }) => ({ entity_id: invoice }),
    ],
    [
      "truth_entity",
      query`update truth_entity set last_observed_at = last_observed_at + 1 where entity_type = 'invoice'`,
      "retrieve_entities",
      () => ({ entity_type: "invoice" }),
    ],
    [
      "truth_observation",
      query`update truth_observation set fields = replace(fields, '1200', '9999999') where entity_type = 'invoice'`,
      "retrieve_field_provenance",
      ({ invoice }) => ({ entity_id: invoice, field: "amount_due" }),
    ],
    [
      "truth_observation",
      query`update truth_observation set observed_at = observed_at - 1 where entity_type = 'invoice'`,
      "list_observations",
      ({ invoice }) => ({ entity_id: invoice }),
    ],
    [
      "truth_source",
      query`update truth_source set mime_type = 'text/html' where kind = 'structured'`,
      "retrieve_field_provenance",
      ({ invoice }) => ({ entity_id: invoice, field: "amount_due" }),
    ],
    [
      "truth_relationship",
      query`update truth_relationship set metadata = '{"page":2}'`,
      "list_relationships",
      ({ invoice }) => ({ entity_id: invoice }),
    ],
    [
      "truth_relationship_observation",
      query`update truth_relationship_observation set source_priority = 999`,
      "get_relationship_snapshot",
      ({ related }) => related,
    ],
    [
      "truth_timeline",
      query`update truth_timeline set event_timestamp = event_timestamp + 86400000`,
      "list_timeline_events",
      () => ({}),
    ],
  ])("answers nothing from a row of %s that was changed behind its back", async (table, statement, tool, args) => {
    const known = await openKnown(engine);
    await known.edit(statement);
    expect(await known.truth.refused(tool, args(known))).toMatchObject({
      ...ALTERED,
      details: { table, id: expect.any(String), hint: expect.stringContaining("verify --full") },
    });
  });

  test("builds nothing on a row that was changed", async () => {
    const { truth, edit } = await openKnown(engine);
    await edit(query`update truth_entity set snapshot = replace(snapshot, '1200', '9999999')`);
    const entities = [{ entity_type: "invoice", invoice_number: "7", notes: "late" }];
    const refusal = await truth.refused("store_structured", { idempotency_key: "more", entities });
    expect(refusal).toMatchObject(ALTERED);
  });

  test("answers from rows that are older than their hashes, and hashes them when they are written next", async () => {
    const { truth, edit, invoice } = await openKnown(engine);
    await edit(query`update truth_entity set row_hash = ''`);
    expect((await truth.snapshot(invoice)).snapshot.amount_due).toBe(1200);
    await truth.put({ entity_type: "invoice", invoice_number: "7", amount_due: 1300 });
    await edit(query`update truth_entity set snapshot = replace(snapshot, '1300', '9999999')`);
    expect(await truth.refused("retrieve_entity_snapshot", { entity_id: invoice })).toMatchObject(ALTERED);
  });

  test.each([
    [
      "changed",
      query`update truth_request set answer = replace(answer, '"deduplicated":false', '"deduplicated":true')`,
    ],
    ["taken away", query`update truth_request set answer = null`],
  ])("gives no kept answer that was %s, and does not do the work again", async (_how, statement) => {
    const { truth, edit } = await openKnown(engine);
    await edit(statement);
    const entities = [
      { entity_type: "invoice", invoice_number: "7", amount_due: 1200, due_date: "2024-03-01" },
      { entity_type: "company", name: "Acme" },
    ];
    expect(await truth.refused("store_structured", { idempotency_key: "known", entities })).toMatchObject({
      code: "ROW_ALTERED",
      details: { table: "truth_request" },
    });
  });

  test("refuses a call whose answer was erased, and does not do it again", async () => {
    const { truth, edit } = await openKnown(engine);
    await edit(query`update truth_request set answer = null, answer_hash = null, payload_hash = ''`);
    const entities = [{ entity_type: "company", name: "Acme" }];
    expect(await truth.refused("store_structured", { idempotency_key: "known", entities })).toMatchObject({
      code: "ANSWER_ERASED",
      details: { hint: expect.stringContaining("new idempotency_key") },
    });
  });

  test("answers from before the log spoke of them as they were given", async () => {
    const { truth, edit, stored } = await openKnown(engine);
    await edit(query`insert into truth_request_before (tenant_id, idempotency_key, payload_hash, answer, accepted_at)
      select tenant_id, 'known', payload_hash, answer, accepted_at from truth_request`);
    await edit(query`delete from truth_request`);
    const entities = [
      { entity_type: "invoice", invoice_number: "7", amount_due: 1200, due_date: "2024-03-01" },
      { entity_type: "company", name: "Acme" },
    ];
    const again = { idempotency_key: "known", entities };
    expect(await truth.ask("store_structured", again)).toEqual({ ...stored, replayed: true });
    expect(await truth.refused("store_structured", { ...again, entities: entities.slice(1) })).toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
  });
});

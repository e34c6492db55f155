import { describe, expect, test } from "vitest";
import { ENGINES } from "../kit/kernel.ts";
import { openHostile } from "./open-hostile.ts";

/** Everything of an answer but what names the id that was asked for, or this one answer. */
const shapeOf = (answer: unknown, id: string) =>
  JSON.stringify(answer)
    .replaceAll(id, "ID")
    .replaceAll(/"trace_id":"[^"]*"/g, "");

const CANARY = "zebracanary";

describe.each(ENGINES)("what belongs to another user, on %s", (engine) => {
  async function open() {
    const truth = await openHostile(engine);
    const entities = [
      { entity_type: "company", name: `Ada's ${CANARY}`, email: `${CANARY}@example.com` },
      { entity_type: `${CANARY}_kind`, title: "of a type of her own", date: "2025-01-02" },
    ];
    const said = await truth.ask("store_structured", { entities, idempotency_key: "ada" }, { user: "ada" });
    expect(said.error).toBeUndefined();
    const [company] = said.entities as { entity_id: string; observation_id: string }[];
    if (company === undefined) throw new Error("nothing was stored");
    return { ...truth, company, source: said.source_id as string };
  }

  test("answers by id exactly like an id that nobody has: the same words, the same code, the same keys", async () => {
    const truth = await open();
    const unknown = truth.company.entity_id.replace(/.{6}$/, "ffffff");
    const reads: [string, (id: string) => Record<string, unknown>][] = [
      ["retrieve_entity_snapshot", (entity_id) => ({ entity_id })],
      ["list_observations", (entity_id) => ({ entity_id })],
      ["retrieve_field_provenance", (entity_id) => ({ entity_id, field: "name" })],
      ["list_relationships", (entity_id) => ({ entity_id })],
      ["retrieve_related_entities", (entity_id) => ({ entity_id })],
      ["retrieve_graph_neighborhood", (node_id) => ({ node_id, node_type: "entity" })],
      ["retrieve_entity_by_identifier", () => ({ identifier: `${CANARY}@example.com` })],
    ];
    for (const [tool, args] of reads) {
      const [own, foreign] = [truth.company.entity_id, unknown];
      const theirs = await truth.ask(tool, args(own), { user: "bob" });
      const nobodys = await truth.ask(tool, args(foreign), { user: "bob" });
      expect(shapeOf(theirs, own), tool).toBe(shapeOf(nobodys, foreign));
      expect(JSON.stringify(theirs).replaceAll(/"identifier":"[^"]*"/g, ""), tool).not.toContain(CANARY);
    }
    const writes: [string, (id: string) => Record<string, unknown>][] = [
      [
        "correct",
        (entity_id) => ({ entity_id, entity_type: "company", field: "name", value: "Mine", idempotency_key: "c" }),
      ],
      ["delete_entity", (entity_id) => ({ entity_id, entity_type: "company" })],
      ["restore_entity", (entity_id) => ({ entity_id })],
      ["split_entity", (entity_id) => ({ entity_id, observation_ids: ["x"], reasoning: "r" })],
      ["merge_entities", (from_entity_id) => ({ from_entity_id, to_entity_id: from_entity_id.replace(/.$/, "0") })],
      [
        "create_relationship",
        (id) => ({ relationship_type: "REFERS_TO", source_entity_id: id, target_entity_id: id.replace(/.$/, "0") }),
      ],
    ];
    for (const [tool, args] of writes) {
      const theirs = await truth.refusedAndLogged(tool, args(truth.company.entity_id), "bob");
      const nobodys = await truth.refusedAndLogged(tool, args(unknown), "bob");
      expect(shapeOf(theirs, truth.company.entity_id), tool).toBe(shapeOf(nobodys, unknown));
    }
  });

  test("is found by no search, counted nowhere, and shifts no score", async () => {
    const truth = await open();
    const asked = ["retrieve_entities", { search: CANARY }] as const;
    expect(JSON.stringify(await truth.ask(...asked, { user: "ada" }))).toContain(CANARY);
    const own = { entities: [{ entity_type: "company", name: "Bob's lantern" }], idempotency_key: "b" };
    await truth.ask("store_structured", own, { user: "bob" });
    const before = await truth.ask("retrieve_entities", { search: "lantern" }, { user: "bob" });
    const root = await truth.stateRoot();
    for (const [tool, args] of [
      asked,
      ["retrieve_entities", {}],
      ["list_entity_types", {}],
      ["list_timeline_events", {}],
      ["list_recent_changes", {}],
      ["get_entity_type_counts", {}],
      ["list_potential_duplicates", {}],
      ["search", { query: CANARY }],
    ] as const) {
      const { query: _asked, ...answered } = await truth.ask(tool, args, { user: "bob" });
      const answer = JSON.stringify(answered);
      expect(answer, tool).not.toContain(CANARY);
    }
    expect(await truth.stateRoot()).toEqual(root);
    const more = { entities: [{ entity_type: "company", name: "A second lantern" }], idempotency_key: "more" };
    await truth.ask("store_structured", more, { user: "ada" });
    expect(await truth.ask("retrieve_entities", { search: "lantern" }, { user: "bob" })).toEqual(before);
  });

  test("is in no error, in no entry of another's log, in no log line and in no answer to a verification of another's", async () => {
    const truth = await open();
    await truth.refusedAndLogged("delete_entity", { entity_id: truth.company.entity_id, entity_type: CANARY }, "bob");
    const { query } = await import("../../src/kernel/query.ts");
    const rows = await (await truth.parts.database()).read("bob", (sql) =>
      sql.all(query`select * from event where tenant_id = 'bob'`),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(CANARY);
    expect(JSON.stringify(truth.log.lines)).not.toContain(CANARY);
    expect(JSON.stringify(await truth.checkpoint("bob"))).not.toContain("ada");
  });

  test("stays apart under the same key of two users", async () => {
    const truth = await open();
    const mine = { entities: [{ entity_type: "company", name: "Bob's own" }], idempotency_key: "ada" };
    const answer = await truth.ask("store_structured", mine, { user: "bob" });
    expect(answer.error).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain(CANARY);
  });
});

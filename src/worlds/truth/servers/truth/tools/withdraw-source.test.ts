import { expect, test } from "vitest";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const BIRTHDAY = "Ada Lovelace was born on 10 December 1815 in London.";

test("a withdrawn source is as if it had never been stored, and comes back as it was", async () => {
  const truth = await openTestTruth();
  await truth.put({ entity_type: "person", name: "Grace Hopper", email: "grace@navy.mil" });
  const empty = await truth.root();
  const rows = [
    { entity_type: "person", name: "Ada Lovelace", email: "ada@example.org", birthday: "1815-12-10" },
    { entity_type: "person", name: "Grace Hopper", email: "grace@navy.mil", phone: "+1 202 555 0101" },
    { entity_type: "telescope", name: "Big Ear", mirror: 3 },
  ];
  const stored = await truth.ask("store_structured", { idempotency_key: "one", entities: rows });
  const full = await truth.root();

  const gone = await truth.ask("withdraw_source", { source_id: stored.source_id, reason: "it was a test" });

  expect(gone).toMatchObject({ source_id: stored.source_id, observations: 3 });
  expect(await truth.root()).toBe(empty);
  expect(await truth.ask("search", { query: "Ada Lovelace" })).toMatchObject({ hits: [] });
  expect(await truth.refused("withdraw_source", { source_id: stored.source_id })).toMatchObject({
    code: "SOURCE_NOT_FOUND",
  });

  await truth.ask("readmit_source", { source_id: stored.source_id });

  expect(await truth.root()).toBe(full);
  expect((await truth.ask("search", { query: "Ada Lovelace" })).hits).toHaveLength(1);
  expect(await truth.refused("readmit_source", { source_id: stored.source_id })).toMatchObject({
    code: "SOURCE_NOT_FOUND",
  });
});

test("words of a withdrawn source are found by nobody and quoted nowhere; stored again they are", async () => {
  const truth = await openTestTruth();
  const empty = await truth.root();
  const stored = await truth.ask("store_text", { idempotency_key: "one", text: BIRTHDAY });
  const full = await truth.root();
  const place = { source_id: stored.source_id, start: 0, end: 12 };
  expect(await truth.ask("read_source", place)).toMatchObject({ quote: "Ada Lovelace", verified: true });

  await truth.ask("withdraw_source", { source_id: stored.source_id });

  expect(await truth.root()).toBe(empty);
  expect(await truth.ask("search_evidence", { query: "When was Ada born?" })).toMatchObject({ words: [], facts: [] });
  const told = await truth.ask("read_source", place);
  expect(told).toMatchObject({ withdrawn: true });
  expect(JSON.stringify(told)).not.toContain("Ada");

  const again = await truth.ask("store_text", { idempotency_key: "two", text: BIRTHDAY });

  expect(again).toMatchObject({ source_id: stored.source_id, deduplicated: false });
  expect(await truth.root()).toBe(full);
  expect((await truth.ask("search_evidence", { query: "When was Ada born?" })).words).toHaveLength(1);
});

test("a correction and a deletion are undone by withdrawing what they said", async () => {
  const truth = await openTestTruth();
  const [id = ""] = await truth.put({ entity_type: "person", name: "Ada Lovelace", phone: "+44 20 7946 0001" });
  const before = await truth.root();
  const correction = { entity_id: id, entity_type: "person", field: "phone", value: "+44 20 7946 0002" };
  const corrected = await truth.ask("correct", { ...correction, idempotency_key: "c" });
  const observed = await truth.ask("list_observations", { entity_id: id });
  const source = observed.observations.find((one: { id: string }) => one.id === corrected.observation_id);

  await truth.ask("withdraw_source", { source_id: source.source_id });

  expect(await truth.root()).toBe(before);
  expect(await truth.snapshot(id)).toMatchObject({ snapshot: { phone: "+44 20 7946 0001" } });
});

test("a replay and a verification see the same after withdrawals", async () => {
  const truth = await openTestTruth();
  const one = await truth.ask("store_text", { idempotency_key: "one", text: BIRTHDAY });
  await truth.put({ entity_type: "person", name: "Ada Lovelace" });
  await truth.ask("withdraw_source", { source_id: one.source_id });
  await truth.ask("store_text", { idempotency_key: "two", text: BIRTHDAY });
  await truth.ask("withdraw_source", { source_id: one.source_id });
  await truth.ask("readmit_source", { source_id: one.source_id });

  const { live, rebuilt, wrong } = await truth.replay();
  expect({ rebuilt, wrong }).toEqual({ rebuilt: live, wrong: undefined });
  expect(await truth.verify({ full: true })).toMatchObject({ findings: [], remarks: [] });
});

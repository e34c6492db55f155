import { expect, test } from "vitest";
import { createSimulatedEnv } from "../kit/simulated-env.ts";
import { openTestTruth } from "../kit/truth.ts";

// What a merge takes from whom, and what happens to calls that come twice.

async function twoPeople() {
  const truth = await openTestTruth();
  const [to = ""] = await truth.put({ entity_type: "contact", name: "Robert Brown", email: "robert@dock.example" });
  const [from = ""] = await truth.put({
    entity_type: "contact",
    name: "Bob Brown",
    email: "bob@home.example",
    role: "diver",
  });
  const before = { to: (await truth.snapshot(to)).snapshot, from: (await truth.snapshot(from)).snapshot };
  return { truth, to, from, before };
}

test("a merge replaced the target's name in silence; now it says which value stands for each field that both had", async () => {
  const { truth, to, from } = await twoPeople();
  const answer = await truth.ask("merge_entities", { from_entity_id: from, to_entity_id: to });
  expect(answer.conflicts).toEqual([
    { field: "email", stands: "bob@home.example", of: "from", instead_of: "robert@dock.example" },
    { field: "name", stands: "Bob Brown", of: "from", instead_of: "Robert Brown" },
  ]);
  expect((await truth.snapshot(to)).snapshot).toMatchObject({ name: "Bob Brown", role: "diver" });
});

test.each([
  ["to", { name: "Robert Brown", email: "robert@dock.example", role: "diver" }],
  ["from", { name: "Bob Brown", email: "bob@home.example", role: "diver" }],
] as const)(
  "keep chooses: the values of %s stand where both have one, and parting them gives each its own",
  async (keep, due) => {
    const { truth, to, from, before } = await twoPeople();
    const { conflicts } = await truth.ask("merge_entities", { from_entity_id: from, to_entity_id: to, keep });
    expect(conflicts.map(({ of }: { of: string }) => of)).toEqual([keep, keep]);
    expect(await truth.snapshot(to)).toMatchObject({ snapshot: due });
    // What comes later counts as ever.
    await truth.put({ entity_type: "contact", name: "Robert Brown", email: "rb@new.example" });
    expect((await truth.snapshot(to)).snapshot.email).toBe("rb@new.example");

    await truth.ask("unmerge_entities", { from_entity_id: from });
    expect((await truth.snapshot(from)).snapshot).toEqual(before.from);
    expect((await truth.snapshot(to)).snapshot).toMatchObject({ name: "Robert Brown" });
    const { live, rebuilt } = await truth.replay();
    expect(live.root).toBe(rebuilt.root);
  },
);

test("a call that came twice looked like a second one; now its answer says that it was replayed", async () => {
  const truth = await openTestTruth();
  const row = { entity_type: "person", name: "Ann Lee", role: "cook" };
  const store = () => truth.ask("store_structured", { idempotency_key: "k", entities: [row] });
  const first = await store();
  expect(first.replayed).toBeUndefined();
  expect(await store()).toEqual({ ...first, replayed: true });
  const correction = { idempotency_key: "c", entity_id: first.entities[0].entity_id, entity_type: "person" };
  const correct = () => truth.ask("correct", { ...correction, field: "role", value: "chef" });
  const corrected = await correct();
  expect(await correct()).toEqual({ ...corrected, replayed: true });
});

test("a statement dated in the future ruled at once; now it warns, and rules from its time on", async () => {
  const env = createSimulatedEnv("future", Date.UTC(2026, 0, 1));
  const truth = await openTestTruth({ env });
  const row = { entity_type: "person", name: "Ann Lee" };
  const [id = ""] = await truth.put({ ...row, role: "cook" });
  const answer = await truth.ask("store_structured", {
    idempotency_key: "next year",
    entities: [{ ...row, role: "chef" }],
    provenance: { extracted_at: "2027-01-01T00:00:00Z", extractor_version: "1" },
  });
  expect(answer.warnings).toMatchObject([
    { code: "STATED_IN_FUTURE", details: { rules_from: "2027-01-01T00:00:00.000Z" } },
  ]);
  const role = async () => ({
    snapshot: (await truth.snapshot(id)).snapshot.role,
    list: (await truth.ask("retrieve_entities", { entity_type: "person" })).entities[0].snapshot.role,
    later: (await truth.snapshot(id, { at: "2027-06-01" })).snapshot.role,
  });
  expect(await role()).toEqual({ snapshot: "cook", list: "cook", later: "chef" });
  await env.sleep(366 * 86_400_000);
  expect(await role()).toEqual({ snapshot: "chef", list: "chef", later: "chef" });
});

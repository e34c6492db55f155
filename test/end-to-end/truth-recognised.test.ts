import { expect, test } from "vitest";
import { openTestTruth } from "../kit/truth.ts";

// Before a new entity is made, what is known is asked: looking something up and storing it agree.

async function open() {
  const truth = await openTestTruth();
  let calls = 0;
  const store = async (row: object) => {
    calls += 1;
    return truth.ask("store_structured", { idempotency_key: `call ${calls}`, entities: [row] });
  };
  return { truth, store };
}

test("Ann Smith corrected to Ann Jones and stored again were two people; now she is one", async () => {
  const { truth, store } = await open();
  const smith = await store({ entity_type: "person", name: "Ann Smith", email: "ann@mill.example" });
  const id = smith.entities[0].entity_id;
  await truth.ask("correct", {
    idempotency_key: "married",
    entity_id: id,
    entity_type: "person",
    field: "name",
    value: "Ann Jones",
  });
  const jones = await store({ entity_type: "person", name: "Ann Jones", email: "ann@mill.example", role: "miller" });
  expect(jones.entities).toMatchObject([
    { entity_id: id, joined: "existing", rule: "email", words: "ann@mill.example" },
  ]);
  const byName = await store({ entity_type: "person", name: "Ann Jones", phone: "+49 30 123456" });
  expect(byName.entities).toMatchObject([{ entity_id: id, joined: "existing", rule: "name", words: "ann jones" }]);
});

test("an invoice with its vendor and the same invoice paid were two; now they are one, in either order", async () => {
  const { truth, store } = await open();
  const issued = await store({ entity_type: "invoice", invoice_number: "R-100", vendor_name: "Acme", amount_due: 10 });
  const paid = await store({ entity_type: "invoice", invoice_number: "R-100", paid_date: "2026-02-01" });
  expect(paid.entities).toMatchObject([
    { entity_id: issued.entities[0].entity_id, joined: "existing", rule: "number", words: "r100" },
  ]);
  const early = await store({ entity_type: "invoice", invoice_number: "R-200", paid_date: "2026-02-01" });
  const late = await store({ entity_type: "invoice", invoice_number: "R-200", vendor_name: "Acme" });
  expect(late.entities[0].entity_id).toBe(early.entities[0].entity_id);
  expect((await truth.ask("retrieve_entities", { entity_type: "invoice" })).total).toBe(2);
});

test("a number that two vendors have was given to a third invoice in silence; now those it may be are named", async () => {
  const { store } = await open();
  const ids = [];
  for (const vendor_name of ["Acme", "Zenith"]) {
    const { entities } = await store({ entity_type: "invoice", invoice_number: "R-100", vendor_name });
    ids.push(entities[0].entity_id);
  }
  const { entities, warnings } = await store({ entity_type: "invoice", invoice_number: "R-100", notes: "paid" });
  expect(entities[0].joined).toBe("new");
  const [{ details }] = warnings.filter(({ code }: { code: string }) => code === "POSSIBLE_DUPLICATE");
  expect(details.possible.map(({ entity_id }: { entity_id: string }) => entity_id).sort()).toEqual(ids.sort());
});

test("a name that was merged away made a new entity when its spelling differed; now it is whom it was merged into", async () => {
  const { truth, store } = await open();
  const robert = await store({ entity_type: "contact", name: "Robert Brown", email: "robert@dock.example" });
  const bob = await store({ entity_type: "contact", name: "Bob Brown", email: "bob@home.example" });
  const [to, from] = [robert.entities[0].entity_id, bob.entities[0].entity_id];
  await truth.ask("merge_entities", { from_entity_id: from, to_entity_id: to });
  const again = await store({ entity_type: "contact", name: "B. Brown", email: "bob@home.example", role: "diver" });
  expect(again.entities).toMatchObject([{ entity_id: to, joined: "existing", rule: "email" }]);
});

test("a weaker sign said nothing; now it names whom it may be", async () => {
  const { store } = await open();
  const ann = await store({ entity_type: "person", name: "Ann Lee", email: "ann@a.example", phone: "+49 30 123456" });
  const id = ann.entities[0].entity_id;
  const weak: [object, string][] = [
    [{ entity_type: "person", name: "Kai Roy", phone: "0049 30 123456" }, "phone"],
    [{ entity_type: "person", name: "Bob Moss", email: "ann@a.example" }, "email"],
    [{ entity_type: "contact", name: "Ann Lee" }, "name"],
  ];
  for (const [row, by] of weak) {
    const { entities, warnings } = await store(row);
    expect(entities[0].joined).toBe("new");
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: "POSSIBLE_DUPLICATE",
        details: expect.objectContaining({ possible: expect.arrayContaining([{ entity_id: id, by }]) }),
      }),
    );
  }
});

test("the same rows stored once more mean whom they meant, however many of a name there are by now", async () => {
  const { truth, store } = await open();
  const task = { entity_type: "task", title: "Pay rent", status: "open" };
  await store({ ...task, due_date: "2026-01-01" });
  const vague = await store({ ...task, status: "done" });
  await store({ ...task, due_date: "2026-02-01" });
  const root = await truth.root();
  const again = await store({ ...task, status: "done" });
  expect(again).toMatchObject({ deduplicated: true, interpretation: { entities_created: 0, observations_created: 0 } });
  expect(again.entities[0].entity_id).toBe(vague.entities[0].entity_id);
  expect(await truth.root()).toBe(root);
});

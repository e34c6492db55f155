import { expect, onTestFinished, test } from "vitest";
import { type Answer, openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";
import { consult } from "../../../../../kernel/call/index.ts";
import { SILENT_CLIENT } from "../../../../../kernel/client.ts";
import { query } from "../../../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../../../kernel/installation.ts";
import { createResourceWatch } from "../../../../../kernel/transports/mcp/watch-resources.ts";
import type { Truth } from "../../../truth.ts";
import { resources } from "./index.ts";

/** Everything that stands under the addresses, and the list of resources. */
function look(truth: TestTruth, addresses: readonly string[]): Promise<Map<string, string>> {
  const connection = { id: "test", transport: "stdio", client: "test" } as const;
  const { signal } = new AbortController();
  return consult(truth.parts, { server: "truth", connection, client: SILENT_CLIENT, signal }, async (deps) => {
    const seen = new Map<string, string>();
    for (const uri of addresses) seen.set(uri, JSON.stringify((await resources.read(uri, deps as Truth)) ?? null));
    const { items } = await resources.list(deps as Truth, undefined);
    return seen.set("list", JSON.stringify(items.map(({ uri }) => uri)));
  });
}

async function fill(truth: TestTruth) {
  const stored = await truth.ask("store_structured", {
    idempotency_key: "a",
    entities: [
      { entity_type: "invoice", invoice_number: "INV-001", vendor_name: "Acme", invoice_date: "2024-01-15" },
      { entity_type: "company", name: "Acme" },
      { entity_type: "task", title: "Pay", status: "open", due_date: "2024-03-01" },
    ],
  });
  const [invoice, acme, task] = stored.entities.map(({ entity_id }: Answer) => entity_id);
  const relate = (relationship_type: string, source_entity_id: string, target_entity_id: string) =>
    truth.ask("create_relationship", { relationship_type, source_entity_id, target_entity_id });
  await relate("REFERS_TO", invoice, acme);
  await relate("PART_OF", task, invoice);
  return { stored, invoice, acme, task };
}

/** Watches addresses, and answers with those it was told of since it was asked last. */
async function watchAll(truth: TestTruth) {
  const heard = new Set<string>();
  const watch = createResourceWatch(truth.parts, await truth.server("truth"), "local", {
    updated: (uri) => void heard.add(uri),
    listChanged: () => void heard.add("list"),
  });
  await watch.addList();
  let told = 0;
  // Joins after the watch, so what it has heard of, the watch has told.
  const stop = await truth.parts.watcher.subscribe("local", ({ seq }) => {
    told = seq;
  });
  onTestFinished(() => {
    watch.stop();
    stop();
  });
  return {
    add: watch.add,
    async heard(): Promise<string[]> {
      const { database } = truth.parts;
      const head = await (await database()).read(EVERY_TENANT, (sql) =>
        sql.first<{ seq: number }>(query`select seq from log_head`),
      );
      await expect.poll(() => told).toBe(head?.seq);
      const uris = [...heard].sort();
      heard.clear();
      return uris;
    },
  };
}

test("tells of every address whose contents a write changes, and of the list", async () => {
  const truth = await openTestTruth();
  const { stored, invoice, acme, task } = await fill(truth);
  const [bolt, ada, adasCard, fence] = await truth.put(
    { entity_type: "company", name: "Bolt" },
    { entity_type: "person", name: "Ada" },
    { entity_type: "contact", name: "Ada" },
    { entity_type: "task", title: "Fence", status: "open", due_date: "2024-08-01", inspected_on: "2024-09-01" },
  );
  const entities = [invoice, acme, task, bolt, ada, adasCard, fence];
  const addresses = [
    ...["entities", "entities?limit=5", "entity_types", "relationships", "relationships?limit=5", "sources"],
    ...["company", "task", "person", "contact", "orchard", "person?limit=1"].map((type) => `entities/${type}`),
    ...["REFERS_TO", "PART_OF", "DEPENDS_ON"].map((type) => `relationships/${type}`),
    ...["2024", "2025", ...["01", "03", "04", "06", "08", "09"].map((month) => `2024-${month}`)].map(
      (period) => `timeline/${period}`,
    ),
    ...entities.flatMap((id) => [`entity/${id}`, `entity/${id}/observations`, `entity/${id}/relationships`]),
    `source/${stored.source_id}`,
  ].map((path) => `neotoma://${path}`);
  const watch = await watchAll(truth);
  for (const uri of addresses) await watch.add(uri);
  let before = await look(truth, addresses);
  const correct = (entity_id: string | undefined, entity_type: string, field: string, value: unknown) =>
    truth.ask("correct", { entity_id, entity_type, field, value, idempotency_key: `${field} ${value}` });
  const link = { relationship_type: "DEPENDS_ON", source_entity_id: task, target_entity_id: bolt };
  let split: string | undefined;
  const writes: Record<string, () => Promise<Answer>> = {
    "a date moves": () => truth.put({ entity_type: "task", title: "Pay", status: "open", due_date: "2024-04-02" }),
    "a date is cleared": () => correct(task, "task", "due_date", null),
    "a date comes back": () => correct(task, "task", "due_date", "2024-03-05"),
    "a title is corrected": () => correct(task, "task", "title", "Pay now"),
    "a raw date moves": () =>
      truth.put({ entity_type: "task", title: "Fence", status: "open", inspected_on: "2024-06-01" }),
    "a new type with a date": () => truth.put({ entity_type: "orchard", name: "East", planted_on: "2025-04-01" }),
    "a person is stored": () => truth.put({ entity_type: "person", name: "Ada", country: "GB" }),
    "a relationship is made": () => truth.ask("create_relationship", link),
    "a relationship ends": () => truth.ask("delete_relationship", link),
    "a relationship is made again": () => truth.ask("create_relationship", link),
    "an entity with dates is deleted": () => truth.ask("delete_entity", { entity_id: task }),
    "an entity with dates is restored": () => truth.ask("restore_entity", { entity_id: task }),
    "two are merged": () => truth.ask("merge_entities", { from_entity_id: bolt, to_entity_id: acme }),
    "the target is stored to": () => truth.put({ entity_type: "company", name: "Acme", country: "DE" }),
    "the target is corrected": () => correct(acme, "company", "industry", "fences"),
    "the target is stored to by the old name": () => truth.put({ entity_type: "company", name: "Bolt", phone: "1" }),
    "the target is related": () => truth.ask("create_relationship", { ...link, metadata: { since: 2020 } }),
    "the target is deleted": () => truth.ask("delete_entity", { entity_id: acme }),
    "the target is restored": () => truth.ask("restore_entity", { entity_id: acme }),
    "a merge is undone": () => truth.ask("unmerge_entities", { from_entity_id: bolt }),
    "a card is merged into a person": () =>
      truth.ask("merge_entities", { from_entity_id: adasCard, to_entity_id: ada }),
    "the person is stored to as a card": () => truth.put({ entity_type: "contact", name: "Ada", phone: "2" }),
    "an entity is split": async () => {
      const { observations } = await truth.ask("list_observations", { entity_id: acme });
      const one = observations.find(({ kind, fields }: Answer) => kind === "store" && fields.country === "DE");
      const answer = await truth.ask("split_entity", { entity_id: acme, observation_ids: [one.id] });
      split = answer.new_entity_id;
      return answer;
    },
    "a split is merged back": () => truth.ask("merge_entities", { from_entity_id: split, to_entity_id: acme }),
  };
  for (const [name, write] of Object.entries(writes)) {
    expect([name, (await write()).error]).toEqual([name, undefined]);
    const heard = await watch.heard();
    const after = await look(truth, addresses);
    const changed = [...after.keys()].filter((uri) => after.get(uri) !== before.get(uri));
    expect([name, changed.filter((uri) => !heard.includes(uri))]).toEqual([name, []]);
    expect([name, changed.length]).not.toEqual([name, 0]);
    before = after;
  }
});

test("tells nobody of what a write leaves alone", async () => {
  const truth = await openTestTruth();
  const { invoice, acme, task } = await fill(truth);
  const watch = await watchAll(truth);
  const quiet = [`entity/${invoice}`, `entity/${acme}/relationships`, "entities/company", "relationships", "sources/x"];
  for (const path of [...quiet, `entity/${task}`]) await watch.add(`neotoma://${path}`);
  await truth.put({ entity_type: "task", title: "Pay", status: "done", updated_at: "2025-01-01" });
  expect(await watch.heard()).toEqual([`neotoma://entity/${task}`]);
  await truth.put({ entity_type: "task", title: "Rest", status: "open", due_date: "2025-01-01" });
  expect(await watch.heard()).toEqual(["list"]);
  await truth.put({ entity_type: "task", title: "Rest", status: "done" });
  expect(await watch.heard()).toEqual([]);
});

test("tells of the list whenever a month leaves it or comes back", async () => {
  const truth = await openTestTruth();
  const invoice = (invoice_number: string, invoice_date: string | null) =>
    truth.put({ entity_type: "invoice", invoice_number, vendor_name: "Acme", invoice_date });
  const orchard = (planted_on: string) => truth.put({ entity_type: "orchard", name: "East", planted_on });
  await invoice("7", "2024-03-05");
  await invoice("8", "2024-04-01");
  const [east] = await orchard("2024-06-01");
  const watch = await watchAll(truth);
  const months = async () => (await look(truth, [])).get("list")?.match(/\d{4}-\d{2}/g);
  expect(await months()).toEqual(["2024-06", "2024-04", "2024-03"]);

  await invoice("7", "2024-04-09");
  expect([await watch.heard(), await months()]).toEqual([["list"], ["2024-06", "2024-04"]]);
  await invoice("9", "2024-03-02");
  expect([await watch.heard(), await months()]).toEqual([["list"], ["2024-06", "2024-04", "2024-03"]]);
  await invoice("9", null);
  expect([await watch.heard(), await months()]).toEqual([["list"], ["2024-06", "2024-04"]]);
  await orchard("soon");
  expect([await watch.heard(), await months()]).toEqual([["list"], ["2024-04"]]);
  await orchard("2024-07-01");
  expect([await watch.heard(), await months()]).toEqual([["list"], ["2024-07", "2024-04"]]);
  const correction = { entity_id: east, entity_type: "orchard", field: "planted_on", value: "later" };
  await truth.ask("correct", { ...correction, idempotency_key: "later" });
  expect([await watch.heard(), await months()]).toEqual([["list"], ["2024-04"]]);
});

test("tells of a type of relationships when it comes onto the list, leaves it and comes back, and not in between", async () => {
  const truth = await openTestTruth();
  const { invoice, acme, task } = await fill(truth);
  const watch = await watchAll(truth);
  const link = { relationship_type: "DEPENDS_ON", source_entity_id: task, target_entity_id: acme };
  await truth.ask("create_relationship", link);
  expect(await watch.heard()).toEqual(["list"]);
  await truth.ask("create_relationship", { ...link, source_entity_id: invoice });
  expect(await watch.heard()).toEqual([]);
  await truth.ask("delete_relationship", { ...link, source_entity_id: invoice });
  await truth.ask("delete_relationship", link);
  expect(await watch.heard()).toEqual(["list"]);
  await truth.ask("create_relationship", link);
  expect(await watch.heard()).toEqual(["list"]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { times } from "../kit/thorough.ts";
import { callSets } from "./truth-calls.ts";
import { idsOfSubjects } from "./truth-order.ts";
import { answerOf, endAll, makeCalls, replayedRoot, startTruth } from "./truth-processes.ts";

const SETS = times(3, 2);

test("two and three real processes that call at once come to the state root of one that calls in order", async () => {
  const ids = await idsOfSubjects();
  for (const [index, { calls }] of fc.sample(callSets, { seed: 11, numRuns: SETS }).entries()) {
    const roots: string[] = [];
    for (const processes of [1, 2 + (index % 2)]) {
      const folder = temporaryFolder();
      const servers = await startTruth(folder, processes);
      await makeCalls(servers, index % 2 === 0 ? calls : calls.toReversed(), ids);
      expect(new Set(await endAll(servers))).toEqual(new Set([0, ""]));
      roots.push(await replayedRoot(folder));
    }
    expect(roots[1]).toBe(roots[0]);
  }
});

const STORES = times(12, 5);

test("right after a store is acknowledged, every query of every process sees it", async () => {
  const servers = await startTruth(temporaryFolder(), 3);
  let earlier: string | undefined;
  for (let n = 0; n < STORES; n += 1) {
    const writer = servers[n % servers.length] as (typeof servers)[number];
    const name = `Quill Marsh${n} Ltd`;
    const day = `2025-0${1 + (n % 9)}-11T00:00:00.000Z`;
    const stored = answerOf(
      await writer.call("store_structured", {
        idempotency_key: `k${n}`,
        entities: [
          { entity_type: "company", name, email: `desk${n}@marsh.example`, notes: `sells ropes in harbour${n}` },
          { entity_type: "invoice", invoice_number: `M-${n}`, vendor_name: name, invoice_date: day, amount_due: n },
        ],
      }),
    );
    const [company, invoice] = stored.entities.map(({ entity_id }: { entity_id: string }) => entity_id);
    const edge = { relationship_type: "REFERS_TO", source_entity_id: invoice, target_entity_id: company };
    answerOf(await writer.call("create_relationship", edge));

    for (const reader of servers) {
      const call = async (tool: string, args: Record<string, unknown>) => answerOf(await reader.call(tool, args));
      const read = async (uri: string) => {
        const { contents } = answerOf(await reader.send("resources/read", { uri }).end);
        return JSON.parse(contents[0].text);
      };
      const idsIn = (rows: { id: string }[]) => rows.map(({ id }) => id);

      expect((await call("retrieve_entity_snapshot", { entity_id: company })).snapshot.name).toBe(name);
      expect(idsIn((await call("retrieve_entities", { entity_type: "company" })).entities)[0]).toBe(company);
      expect(idsIn((await call("retrieve_entities", { search: `Marsh${n}` })).entities)).toContain(company);
      for (const identifier of [name, `desk${n}@marsh.example`]) {
        expect(idsIn((await call("retrieve_entity_by_identifier", { identifier })).entities)).toContain(company);
      }
      expect(JSON.stringify(await call("search", { query: `ropes in harbour${n}` }))).toContain(company);
      expect((await call("list_observations", { entity_id: invoice })).total).toBe(1);
      expect(
        (await call("list_timeline_events", { after_date: day, before_date: day })).events.map(
          ({ entity_ids }: { entity_ids: string[] }) => entity_ids[0],
        ),
      ).toContain(invoice);
      expect(idsIn((await call("list_relationships", { entity_id: company })).relationships)).toEqual([
        `REFERS_TO:${invoice}:${company}`,
      ]);
      expect(idsIn((await call("retrieve_related_entities", { entity_id: invoice })).entities)).toEqual([company]);
      expect((await read(`neotoma://entity/${company}`)).snapshot.name).toBe(name);
      expect(idsIn((await read("neotoma://entities/company")).entities)[0]).toBe(company);
      expect(JSON.stringify(await read(`neotoma://timeline/${day.slice(0, 7)}`))).toContain(invoice);
      expect(JSON.stringify(await read("neotoma://relationships/REFERS_TO"))).toContain(
        `REFERS_TO:${invoice}:${company}`,
      );
      if (earlier !== undefined) {
        expect((await call("retrieve_entity_snapshot", { entity_id: earlier })).entity_id).toBe(earlier);
      }
    }
    earlier = company;
  }
  expect(new Set(await endAll(servers))).toEqual(new Set([0, ""]));
});

test("four processes that start at once on an empty folder all serve and keep every store", async () => {
  const folder = temporaryFolder();
  const servers = await startTruth(folder, 4);

  const stored = await Promise.all(
    servers.flatMap((server, process) =>
      Array.from({ length: 20 }, (_, n) =>
        server.call("store_structured", {
          idempotency_key: `p${process} n${n}`,
          entities: [{ entity_type: "person", name: `Person ${process} ${n}` }],
        }),
      ),
    ),
  );

  expect(stored.filter(({ value }) => value === undefined)).toEqual([]);
  for (const server of servers) {
    expect(answerOf(await server.call("retrieve_entities", { entity_type: "person", limit: 1 })).total).toBe(80);
  }
  expect(new Set(await endAll(servers))).toEqual(new Set([0, ""]));
  await replayedRoot(folder);
});

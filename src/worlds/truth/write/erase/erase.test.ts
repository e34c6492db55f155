import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planErasure, rowsAfter } from "../../../../../test/kit/erased-truth.ts";
import { ENGINES, type Engine } from "../../../../../test/kit/kernel.ts";
import { times } from "../../../../../test/kit/thorough.ts";
import { openTestTruth, type TestTruth } from "../../../../../test/kit/truth.ts";
import { begin, everyStep, take, who } from "../../../../../test/kit/truth-steps.ts";
import { type Event, type Finding, type JsonObject, query, type Sql } from "../../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../../kernel/installation.ts";
import { checkTruth } from "../../apply/check.ts";

/** Whether the rows that are left are what the rest of the log says, and speak of nothing that is not there. */
async function expectWhole(events: readonly Event[], sql: Sql): Promise<void> {
  const found: (Finding | undefined)[] = [];
  for (const event of events) {
    // The words of answers lie beside the log, and are not in tables that were made from it.
    const { answered: _answered, ...payload } = event.payload as JsonObject;
    found.push(await checkTruth({ ...event, payload }, sql));
  }
  expect(found.filter((finding) => finding !== undefined)).toEqual([]);
  const stray = await sql.all(query`select o.id from truth_observation o
    left join truth_entity e on e.tenant_id = o.tenant_id and e.id = o.entity_id where e.id is null
    union all select r.id from truth_relationship r left join truth_entity e
      on e.tenant_id = r.tenant_id and e.id in (r.source_entity_id, r.target_entity_id) where e.id is null
    union all select o.id from truth_observation o
      left join truth_source s on s.tenant_id = o.tenant_id and s.id = o.source_id where s.id is null`);
  expect(stray).toEqual([]);
}

async function logText(truth: TestTruth, entries: ReadonlyMap<number, unknown>): Promise<string> {
  const texts: string[] = [];
  await rowsAfter(truth, { entries: entries as never, blobs: [], notes: [] }, async (events) => {
    texts.push(...events.map(({ payload }) => JSON.stringify(payload)));
  });
  return texts.join("\n");
}

const CSV = [
  "entity_type,name,email,city",
  "contact,Zelda Canaryname,zelda@canarymail.example,Canarytown",
  "contact,Otto Other,otto@other.example,Ulm",
].join("\n");

async function openCanary(engine: Engine) {
  const truth = await openTestTruth({ engine });
  const stored = await truth.ask("store_structured", {
    idempotency_key: "canarykey",
    original_filename: "canaryfile.json",
    provenance: { extracted_at: "2024-01-01T00:00:00Z", extractor_version: "1", source_refs: ["canaryref"] },
    entities: [
      {
        entity_type: "contact",
        name: "Zelda Canaryname",
        email: "zelda@canarymail.example",
        shoe: "canaryshoe",
        born_on: "1987-06-05",
      },
      { entity_type: "contact", name: "Otto Other", email: "otto@other.example", shoe: "42" },
    ],
  });
  const [zelda, otto] = stored.entities.map(({ entity_id }: { entity_id: string }) => entity_id);
  const file = await truth.ask("store_unstructured", {
    idempotency_key: "file",
    file_content: Buffer.from(CSV).toString("base64"),
    mime_type: "text/csv",
    original_filename: "canarylist.csv",
  });
  await truth.ask("correct", {
    entity_id: zelda,
    entity_type: "contact",
    field: "phone",
    value: "canaryphone",
    idempotency_key: "canarycorrect",
  });
  await truth.ask("correct", {
    entity_id: otto,
    entity_type: "contact",
    field: "phone",
    value: "123",
    idempotency_key: "c2",
  });
  await truth.ask("create_relationship", {
    relationship_type: "REFERS_TO",
    source_entity_id: otto,
    target_entity_id: zelda,
    metadata: { why: "canarywhy" },
  });
  const [twin = ""] = await truth.put({
    entity_type: "contact",
    name: "Canarytwin Z",
    thing_canaryfield: "canarytwinvalue",
  });
  await truth.ask("merge_entities", { from_entity_id: twin, to_entity_id: zelda, merge_reason: "canaryreason" });
  await truth.ask("delete_entity", { entity_id: zelda, reason: "canarygone" });
  await truth.ask("restore_entity", { entity_id: zelda });
  const [odd] = await truth.put({ entity_type: "canarytype", title: "canaryodd" });
  await truth.ask("merge_entities", { from_entity_id: odd, to_entity_id: zelda });
  return { truth, zelda, otto, twin, stored, file };
}

describe.each(ENGINES)("on %s", (engine) => {
  test("leaves no word of an erased entity in any row or entry, and everything else as it was", async () => {
    const { truth, zelda, otto, twin } = await openCanary(engine);
    const before = await truth.snapshot(otto);

    const erased = await planErasure(truth, "entity", twin);

    const rows = await rowsAfter(truth, erased, expectWhole);
    const { truth_type, ...others } = rows;
    // A type that was never merged with it is another entity's.
    expect(JSON.stringify(truth_type)).not.toContain("canaryfield");
    expect(JSON.stringify(others)).not.toMatch(/canary(?!odd|type)/i);
    expect(JSON.stringify(rows)).not.toContain(zelda);
    expect(await logText(truth, erased.entries)).not.toMatch(/canary(?!odd|type)/i);
    const left = (rows.truth_entity ?? []).find((row) => (row as { id: string }).id === otto) as Record<string, string>;
    expect(JSON.parse(left.snapshot ?? "")).toEqual(before.snapshot);
    expect(JSON.parse(left.provenance ?? "")).toEqual(before.provenance);
    expect(rows.truth_relationship).toEqual([]);
    expect(rows.truth_merge).toEqual([]);
    expect(erased.blobs).toHaveLength(new Set(erased.blobs).size);
    expect(erased.notes.join("\n")).toContain(`${twin} was merged into ${zelda}`);
  });

  test("marks a source whose content goes while other facts from it stay", async () => {
    const { truth, zelda, file, stored } = await openCanary(engine);
    const erased = await planErasure(truth, "entity", zelda);
    const rows = await rowsAfter(truth, erased);
    const sources = (rows.truth_source ?? []) as { id: string; erased: number; original_filename: string | null }[];
    const marked = sources.filter((source) => source.erased === 1);
    expect(marked.map(({ id }) => id).sort()).toEqual([file.source_id, stored.source_id].sort());
    expect(marked.map(({ original_filename }) => original_filename)).toEqual([null, null]);
    expect(erased.blobs).toEqual(expect.arrayContaining([file.content_hash, stored.content_hash]));
    expect(erased.notes.filter((note) => note.includes("other facts from it stay"))).toHaveLength(2);
  });

  test("forgets the answers that name it, and refuses the same calls", async () => {
    const { truth, zelda, otto } = await openCanary(engine);
    const erased = await planErasure(truth, "entity", zelda);
    const again = {
      entity_id: zelda,
      entity_type: "contact",
      field: "phone",
      value: "canaryphone",
      idempotency_key: "canarycorrect",
    };
    expect(await truth.refused("correct", again)).toMatchObject({ code: "ANSWER_ERASED" });
    const kept = { entity_id: otto, entity_type: "contact", field: "phone", value: "123", idempotency_key: "c2" };
    expect(await truth.ask("correct", kept)).toMatchObject({ entity_id: otto, value: "123" });
    const rows = await rowsAfter(truth, erased);
    const requests = (rows.truth_request ?? []) as { answer_hash: string | null }[];
    expect(requests.filter(({ answer_hash }) => answer_hash === null)).toHaveLength(4);
  });

  test("erases all that a source said; what nothing else observes vanishes, with its corrections", async () => {
    const { truth, otto, file, stored } = await openCanary(engine);
    const erased = await planErasure(truth, "source", stored.source_id);
    const rows = await rowsAfter(truth, erased, expectWhole);
    // The file still speaks of both.
    expect((rows.truth_entity ?? []).map((row) => (row as { id: string }).id)).toContain(otto);
    expect(JSON.stringify(rows)).not.toMatch(/canaryshoe|canaryref|canaryfile/);
    expect(JSON.stringify(rows)).toContain("canaryphone");

    const more = await planErasure(truth, "source", file.source_id);
    const both = { ...erased, entries: new Map([...erased.entries, ...more.entries]) };
    expect(JSON.stringify(await rowsAfter(truth, both))).toBeDefined();
  });

  test("refuses what is not there and changes nothing", async () => {
    const { truth } = await openCanary(engine);
    const root = await truth.root();
    await expect(planErasure(truth, "entity", "ent_000000000000000000000000")).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(planErasure(truth, "source", "00000000-0000-0000-0000-000000000000")).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await truth.root()).toBe(root);
  });

  test("whatever was done, the rest of the log can be applied again and is whole", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(everyStep, { minLength: 3, maxLength: 14 }),
        who,
        fc.boolean(),
        async (taken, one, bySource) => {
          const { truth, ids } = await begin(engine);
          for (const [n, step] of taken.entries()) await take(truth, ids, step, n);
          const database = await truth.parts.database();
          const sources = await database.read(EVERY_TENANT, (sql) =>
            sql.all<{ id: string }>(query`select id from truth_source order by position`),
          );
          const target = bySource ? (sources[one % sources.length]?.id ?? "") : (ids[one] ?? "");
          const erased = await planErasure(truth, bySource ? "source" : "entity", target);
          const rows = await rowsAfter(truth, erased, expectWhole);
          expect(JSON.stringify(rows)).not.toContain(target);
          await truth.close();
        },
      ),
      { numRuns: engine === "sqlite" ? times(80, 25) : times(6, 3), seed: 21 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import { dumpEverything } from "../kit/dump.ts";
import { ENGINES, type Engine } from "../kit/kernel.ts";
import { times } from "../kit/thorough.ts";
import { openTestTruth } from "../kit/truth.ts";
import { begin, everyStep, take, who } from "../kit/truth-steps.ts";

const CSV = [
  "entity_type,name,email,city",
  "contact,Zelda Canaryname,zelda@canarymail.example,Canarytown",
  "contact,Otto Other,otto@other.example,Ulm",
].join("\n");

const ROWS = [
  { entity_type: "contact", name: "Zelda Canaryname", email: "zelda@canarymail.example", canaryfield: "canaryvalue" },
  { entity_type: "contact", name: "Otto Other", email: "otto@other.example", shoe: "42" },
];

async function openCanary(engine: Engine) {
  const truth = await openTestTruth({ engine, filesBase: async () => "http://127.0.0.1/files" });
  const stored = await truth.ask("store_structured", { idempotency_key: "canarykey", entities: ROWS });
  const [zelda = "", otto = ""] = stored.entities.map(({ entity_id }: { entity_id: string }) => entity_id);
  const upload = { file_content: Buffer.from(CSV).toString("base64"), mime_type: "text/csv" };
  const file = await truth.ask("store_unstructured", {
    ...upload,
    idempotency_key: "f",
    original_filename: "canary.csv",
  });
  const correction = { entity_id: zelda, entity_type: "contact", field: "phone", value: "canaryphone" };
  await truth.ask("correct", { ...correction, idempotency_key: "canarycorrect" });
  await truth.ask("retrieve_file_url", { file_path: stored.storage_path });
  const [twin] = await truth.put({ entity_type: "contact", name: "Canarytwin" });
  await truth.ask("merge_entities", { from_entity_id: twin, to_entity_id: zelda, merge_reason: "canaryreason" });
  await truth.ask("delete_entity", { entity_id: zelda, reason: "canarygone" });
  await truth.ask("restore_entity", { entity_id: zelda });
  return { truth, zelda, otto, stored, file, upload };
}

const CLEAN = { bad: undefined, findings: [] };

describe.each(ENGINES)("on %s", (engine) => {
  test("an erased entity leaves no word in any table or file, and the log verifies and replays", async () => {
    const { truth, zelda, otto } = await openCanary(engine);
    const before = await truth.snapshot(otto);
    expect(JSON.stringify(await dumpEverything(truth))).toMatch(/canary/i);
    expect(await truth.verify({ full: true })).toMatchObject(CLEAN);

    await truth.erase({ kind: "entity", id: zelda });

    const { tables, files } = (await dumpEverything(truth)) as { tables: object; files: object };
    for (const [table, rows] of Object.entries(tables))
      expect([table, JSON.stringify(rows)]).not.toEqual([table, expect.stringMatching(/canary/i)]);
    expect(Object.keys(files).filter((path) => path.startsWith("/blobs"))).toEqual([]);
    expect(await truth.verify({ full: true })).toMatchObject(CLEAN);
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
    expect(await truth.snapshot(otto)).toEqual(before);
    expect(await truth.snapshot(zelda)).toMatchObject({ error: { code: "ENTITY_NOT_FOUND" } });
    expect((await truth.ask("retrieve_entities", { search: "canaryname" })).total).toBe(0);
  });

  test("says plainly that the content of a source is erased while other facts from it stay", async () => {
    const { truth, zelda, otto, stored, file } = await openCanary(engine);
    await truth.erase({ kind: "entity", id: zelda });
    for (const { field, of } of [
      { field: "shoe", of: stored },
      { field: "city", of: file },
    ]) {
      expect(await truth.ask("retrieve_field_provenance", { entity_id: otto, field })).toMatchObject({
        source_material: { id: of.source_id, file_urls: [] },
        quote: null,
        source_content: "erased",
      });
      expect(await truth.refused("retrieve_file_url", { file_path: of.storage_path })).toMatchObject({
        code: "SOURCE_ERASED",
        message: "The content of this source was erased. Facts that others learnt from it stay.",
      });
    }
  });

  test("takes content that was erased anew, and nothing is doubled", async () => {
    const { truth, zelda, otto, file, upload } = await openCanary(engine);
    await truth.erase({ kind: "entity", id: zelda });
    const again = await truth.ask("store_unstructured", { ...upload, idempotency_key: "f2" });
    expect(again).toMatchObject({
      source_id: file.source_id,
      interpretation: { entities_created: 1, observations_created: 1 },
    });
    const rows = await truth.ask("store_structured", { idempotency_key: "rows again", entities: ROWS });
    // One row was erased; the other has lost a field to the file since it was said, so it is said again.
    expect(rows.interpretation).toMatchObject({ entities_created: 0, observations_created: 2 });
    expect((await truth.snapshot(zelda)).snapshot).toMatchObject({ name: "Zelda Canaryname" });
    for (const field of ["shoe", "city"]) {
      const { quote, source_content } = await truth.ask("retrieve_field_provenance", { entity_id: otto, field });
      expect([quote?.text, source_content]).toEqual([field === "shoe" ? "42" : "Ulm", undefined]);
    }
    expect(await truth.ask("retrieve_file_url", { file_path: rows.storage_path })).toMatchObject({
      signed_url: expect.any(String),
    });
    expect(await truth.verify({ full: true })).toMatchObject(CLEAN);
  });

  test("erases one source after the other, until nothing is left of what they said", async () => {
    const { truth, stored, file, otto } = await openCanary(engine);
    await truth.erase({ kind: "source", id: stored.source_id });
    expect(await truth.verify({ full: true })).toMatchObject(CLEAN);
    expect((await truth.snapshot(otto)).snapshot.name).toBe("Otto Other");
    const { notes } = await truth.erase({ kind: "source", id: file.source_id });
    expect(notes.join("\n")).toContain(otto);
    expect(await truth.verify({ full: true })).toMatchObject(CLEAN);
    expect(await truth.snapshot(otto)).toMatchObject({ error: { code: "ENTITY_NOT_FOUND" } });
    const words = JSON.stringify(await dumpEverything(truth));
    expect(words).not.toMatch(/canaryname|canarytown|canaryphone|canaryvalue|otto/i);
  });

  test("forgets answers from before the log spoke of them, with their keys, also with the user", async () => {
    const { truth, zelda } = await openCanary(engine);
    const database = await truth.parts.database();
    for (const key of ["canaryold", "plain old"]) {
      const answer = JSON.stringify({ entity_id: key === "canaryold" ? zelda : "other", value: key });
      await database.write(EVERY_TENANT, (sql) =>
        sql.run(query`insert into truth_request_before (tenant_id, idempotency_key, payload_hash, answer, accepted_at)
          values ('local', ${key}, 'x', ${answer}, 1)`),
      );
    }
    await truth.erase({ kind: "entity", id: zelda });
    expect(JSON.stringify(await dumpEverything(truth))).not.toMatch(/canary/i);
    const correction = { entity_id: zelda, entity_type: "contact", field: "phone", value: "1" };
    expect(await truth.refused("correct", { ...correction, idempotency_key: "canaryold" })).toMatchObject({
      code: "ANSWER_ERASED",
    });
    await truth.erase({ kind: "user", id: "local" });
    const { tables } = (await dumpEverything(truth)) as { tables: Record<string, unknown> };
    expect(tables.truth_request_before).toEqual([]);
    expect(await truth.verify({ full: true })).toMatchObject(CLEAN);
  });

  test("a rehearsal and a refusal keep everything as it is", async () => {
    const { truth, zelda } = await openCanary(engine);
    const before = await dumpEverything(truth);
    expect((await truth.erase({ kind: "entity", id: zelda }, { dryRun: true })).entries).toBeGreaterThan(5);
    await expect(truth.erase({ kind: "entity", id: "ent_000000000000000000000000" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await dumpEverything(truth)).toEqual(before);
  });

  test("whatever was done and erased, everything verifies, and goes on to", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(everyStep, { minLength: 3, maxLength: 12 }),
        fc.array(everyStep, { maxLength: 5 }),
        who,
        async (taken, after, one) => {
          const { truth, ids } = await begin(engine);
          for (const [n, step] of taken.entries()) await take(truth, ids, step, n);
          expect(await truth.verify({ full: true })).toMatchObject(CLEAN);
          await truth.erase({ kind: "entity", id: ids[one] ?? "" });
          expect(await truth.verify({ full: true })).toMatchObject(CLEAN);
          for (const [n, step] of after.entries()) await take(truth, ids, step, taken.length + n);
          expect(await truth.verify({ full: true })).toMatchObject(CLEAN);
          await truth.close();
        },
      ),
      { numRuns: engine === "sqlite" ? times(15, 7) : times(3, 2), seed: 9 },
    );
  });
});

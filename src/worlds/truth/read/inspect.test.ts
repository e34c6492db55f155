import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENGINES, type Engine } from "../../../../test/kit/kernel.ts";
import { times } from "../../../../test/kit/thorough.ts";
import { openTestTruth, type TestTruth } from "../../../../test/kit/truth.ts";
import { begin, everyStep, take } from "../../../../test/kit/truth-steps.ts";
import { type Finding, type Query, query } from "../../../kernel/index.ts";
import { inspectTruth } from "./inspect.ts";

/** Truth's part of the index is compared with the log. */
function noIndex(): never {
  throw new Error("nothing of the index is looked at here");
}

function findings(truth: TestTruth): Promise<Finding[]> {
  return truth.derive(async ({ sql, blobs }) => {
    const found: Finding[] = [];
    const { signal } = new AbortController();
    const host = {
      sql,
      env: truth.parts.env,
      tenants: ["local"],
      blobs: () => blobs,
      progress() {},
      signal,
      isBroughtOver: async () => false,
      entries: async () => [],
      index: noIndex,
    };
    for await (const finding of inspectTruth(host, () => Promise.reject(new Error("nothing here needs a parser"))))
      found.push(finding);
    return found;
  });
}

const CSV = ["company,city,signed_date", "Acme,Ulm,2021-01-02", "Beta,Bonn,2021-03-04"].join("\n");
/** Its numbers and days mean what they are not written as. */
const BILLS =
  "invoice_number;invoice_date;amount_due;currency\nR-1;31/12/2025;1.234,56 €;EUR\nR-2;01/02/2025;1.234;EUR\n";

async function openWithSources(engine: Engine) {
  const truth = await openTestTruth({ engine });
  for (const text of [CSV, BILLS]) {
    const file = { file_content: Buffer.from(text).toString("base64"), mime_type: "text/csv", idempotency_key: text };
    expect((await truth.ask("store_unstructured", file)).interpretation.observations_created).toBe(2);
  }
  const call = await truth.ask("store_structured", {
    idempotency_key: "call",
    entities: [
      { entity_type: "company", name: "Gamma", industry: "Rail" },
      { entity_type: "note", title: "x" },
    ],
  });
  const id = call.entities[0].entity_id;
  const correction = { entity_id: id, entity_type: "company", field: "country", value: "DE", idempotency_key: "c" };
  await truth.ask("correct", correction);
  await truth.ask("retrieve_file_url", { file_path: call.storage_path });
  return truth;
}

describe.each(ENGINES)("on %s", (engine) => {
  test("finds everything where it was said", async () => {
    expect(await findings(await openWithSources(engine))).toEqual([]);
  });

  test.each<[string, Query, Finding]>([
    [
      "a value of a file",
      query`update truth_observation set fragments = replace(fragments, 'Ulm', 'Rom'), fields = replace(fields, 'Ulm', 'Rom'), row_hash = ''`,
      {
        what: expect.stringMatching(/^entity ent_\w+ field /) as never,
        reason: expect.stringContaining("does not stand in source") as never,
      },
    ],
    [
      "a number that its cell does not mean",
      query`update truth_observation set fields = replace(fields, '1234.56', '1.23456'), row_hash = ''`,
      {
        what: expect.stringMatching(/^entity ent_\w+ field amount_due$/) as never,
        reason: expect.any(String) as never,
      },
    ],
    [
      "a day that its cell does not mean",
      query`update truth_observation set fields = replace(fields, '2025-02-01', '2025-01-02'), row_hash = ''`,
      {
        what: expect.stringMatching(/^entity ent_\w+ field invoice_date$/) as never,
        reason: expect.any(String) as never,
      },
    ],
    [
      "a value of a call that is a file too",
      query`update truth_observation set fields = replace(fields, 'Rail', 'Road'), row_hash = ''`,
      { what: expect.stringMatching(/^entity ent_\w+ field industry$/) as never, reason: expect.any(String) as never },
    ],
    [
      "a corrected value",
      query`update truth_observation set fields = '{"country":"FR"}', row_hash = '' where kind = 'correction'`,
      { what: expect.stringMatching(/^entity ent_\w+ field country$/) as never, reason: expect.any(String) as never },
    ],
    [
      "where a row begins",
      query`update truth_observation set row_start = row_start + 1, row_hash = '' where row_start is not null`,
      { what: expect.stringMatching(/^entity ent_\w+ field industry$/) as never, reason: expect.any(String) as never },
    ],
    [
      "a row with its hash left",
      query`update truth_observation set fields = replace(fields, 'Rail', 'Road')`,
      {
        what: expect.stringMatching(/^row .* of truth_observation$/) as never,
        reason: "its columns do not fit its hash",
      },
    ],
    [
      "an answer",
      query`update truth_request set answer = '{}'`,
      { what: expect.stringMatching(/^kept answer /) as never, reason: "it is not the one that was given" },
    ],
  ])("names %s that was changed", async (_what, edit, finding) => {
    const truth = await openWithSources(engine);
    const database = await truth.parts.database();
    expect(await database.write("local", (sql) => sql.change(edit))).toBeGreaterThan(0);
    expect((await findings(truth))[0]).toEqual(finding);
  });

  test("finds nothing wrong, whatever was done", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(everyStep, { minLength: 1, maxLength: 12 }), async (taken) => {
        const { truth, ids } = await begin(engine);
        for (const [n, step] of taken.entries()) await take(truth, ids, step, n);
        expect(await findings(truth)).toEqual([]);
        await truth.close();
      }),
      { numRuns: engine === "sqlite" ? times(20, 10) : times(4, 2), seed: 3 },
    );
  });
});

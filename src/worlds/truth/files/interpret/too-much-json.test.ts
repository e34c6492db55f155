import { expect, test } from "vitest";
import { createSimulatedEnv } from "../../../../../test/kit/simulated-env.ts";
import { openTestTruth } from "../../../../../test/kit/truth.ts";
import { FILE_COLUMNS_MAX, FILE_VALUES_MAX } from "../limits.ts";
import { tooMuchIn } from "./too-much-json.ts";

const env = createSimulatedEnv("wide");
const fields = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",");

test.each([
  ["an object with one field too many", `{${fields(FILE_COLUMNS_MAX + 1)}}`, "fields"],
  ["an object with as many as a row may have", `{${fields(FILE_COLUMNS_MAX)}}`, undefined],
  ["one deep inside", `[{"a":[1,{"b":{${fields(FILE_COLUMNS_MAX + 1)}}}]}]`, "fields"],
  ["one on a later line", `{"a":1}\n{${fields(FILE_COLUMNS_MAX + 1)}}`, "fields"],
  ["a long list", `[${"1,".repeat(50_000)}1]`, undefined],
  ["a list of millions", `[${"1,".repeat(FILE_VALUES_MAX + 1)}1]`, "values"],
  ["many small objects", `[${'{"a":1,"b":2},'.repeat(20_000)}{}]`, undefined],
  ["commas and brackets in strings", `{"a":"${'{,\\\\\\",'.repeat(30_000)}","b":"${",".repeat(30_000)}"}`, undefined],
  ["a string without an end", `{"a":"${",".repeat(90_000)}`, undefined],
  ["brackets that end nothing", "]}".repeat(50_000), undefined],
])("%s", async (_what, text, excess) => {
  expect(await tooMuchIn(text, env)).toBe(excess);
});

test.each(["application/json", "application/x-ndjson"])(
  "a file of such an object is kept and told of: %s",
  async (type) => {
    const truth = await openTestTruth();
    const file_content = Buffer.from(`{${fields(FILE_COLUMNS_MAX + 1)}}\n`).toString("base64");
    const stored = await truth.ask("store_unstructured", { file_content, mime_type: type, idempotency_key: "wide" });
    expect(stored.warnings).toMatchObject([{ code: "TOO_MANY_FIELDS", details: { fields_max: FILE_COLUMNS_MAX } }]);
    expect(await truth.ask("retrieve_entities", {})).toMatchObject({ entities: [], total: 0 });
  },
);

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../../../test/kit/folder.ts";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const NOTE = { entity_type: "note", title: "Fence", content: "Paint it green." };
const WORDS = { file_content: Buffer.from("Paint it green.").toString("base64"), mime_type: "text/plain" };

describe.each(ENGINES)("on %s", (engine) => {
  test("stores in each of the three forms as the tool for that form does", async () => {
    const workingFolder = temporaryFolder();
    writeFileSync(join(workingFolder, "words.txt"), "Paint it green.");
    const forms: [string, Record<string, unknown>][] = [
      ["store_structured", { entities: [NOTE] }],
      ["store_unstructured", WORDS],
      ["store_unstructured", { file_path: "words.txt", mime_type: "text/plain" }],
    ];
    for (const [tool, args] of forms) {
      const [one, other] = [
        await openTestTruth({ engine, workingFolder }),
        await openTestTruth({ engine, workingFolder }),
      ];
      const answer = await one.ask("store", { idempotency_key: "k", ...args });
      expect(answer.error).toBeUndefined();
      expect(answer).toEqual(await other.ask(tool, { idempotency_key: "k", ...args }));
      expect(await one.root()).toBe(await other.root());
    }
  });
});

test("shares its keys with the tools for one form", async () => {
  const truth = await openTestTruth();
  const first = await truth.ask("store_structured", { idempotency_key: "k", entities: [NOTE] });
  expect(await truth.ask("store", { idempotency_key: "k", entities: [NOTE] })).toEqual({ ...first, replayed: true });
  expect((await truth.refused("store", { idempotency_key: "k", ...WORDS })).code).toBe("IDEMPOTENCY_MISMATCH");
});

test.each([
  ["no form", {}],
  ["rows and a file", { entities: [NOTE], ...WORDS }],
  ["rows and a path", { entities: [NOTE], file_path: "words.txt" }],
  ["a file and a path", { ...WORDS, file_path: "words.txt" }],
  ["a file's setting beside rows", { entities: [NOTE], interpret: true }],
  ["a row's setting beside a file", { ...WORDS, source_priority: 5 }],
  ["empty rows", { entities: [] }],
  ["no key", { entities: [NOTE], idempotency_key: undefined }],
])("refuses %s and writes nothing", async (_what, args) => {
  const truth = await openTestTruth();
  const error = await truth.refused("store", { idempotency_key: "k", ...args });
  expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { problems: [expect.anything()] } });
});

test("answers a missing file and a path outside the allowed folders differently", async () => {
  const truth = await openTestTruth({ workingFolder: temporaryFolder() });
  const refusal = (file_path: string) => truth.refused("store", { idempotency_key: "k", file_path });
  expect((await refusal("nowhere.txt")).code).toBe("FILE_NOT_FOUND");
  expect(await refusal("/etc/passwd")).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { reason: "outside_allowed_roots" },
  });
});

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openTestKernel } from "../../../../../../test/kit/kernel.ts";
import { conformance } from "../../../index.ts";

test("answers with the note that was written, to its own user alone", async () => {
  const kernel = await openTestKernel({ worlds: [conformance] });
  await kernel.callTool("test_write", { text: "mine" }, { user: "ada" });
  const id = createHash("sha256").update("mine").digest("hex");
  expect(await kernel.callTool("test_read", { id }, { user: "ada" })).toMatchObject({
    structuredContent: { id, text: "mine", times: 1 },
  });
  expect(await kernel.callTool("test_read", { id }, { user: "bob" })).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "not_found" } },
  });
});

test("refuses an id that no write returned", async () => {
  const kernel = await openTestKernel({ worlds: [conformance] });
  expect(await kernel.callTool("test_read", { id: "nothing" })).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "not_found", message: "There is no such note", details: { id: "nothing" } } },
  });
});

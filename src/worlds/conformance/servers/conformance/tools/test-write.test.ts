import { expect, test } from "vitest";
import { ENGINES, openTestKernel } from "../../../../../../test/kit/kernel.ts";
import { conformance } from "../../../index.ts";

const SHA256_OF_HELLO = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

test.each(ENGINES)("appends one event a call and knows a note by its text, on %s", async (engine) => {
  const kernel = await openTestKernel({ engine, worlds: [conformance] });
  const first = await kernel.callTool("test_write", { text: "hello" });
  const second = await kernel.callTool("test_write", { text: "hello" });
  const event_id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(first).toMatchObject({ structuredContent: { event_id, seq: 1, id: SHA256_OF_HELLO } });
  expect(second).toMatchObject({ structuredContent: { event_id, seq: 2, id: SHA256_OF_HELLO } });
  expect(await kernel.callTool("test_read", { id: SHA256_OF_HELLO })).toMatchObject({
    structuredContent: { id: SHA256_OF_HELLO, text: "hello", times: 2 },
  });
});

test("refuses a text that is none, and a rehearsal keeps nothing", async () => {
  const kernel = await openTestKernel({ worlds: [conformance] });
  const before = await kernel.stateRoot();
  expect(await kernel.callTool("test_write", { text: 7 })).toMatchObject({ isError: true });
  await kernel.callTool("test_write", { text: "hello", dry_run: true });
  expect(await kernel.callTool("test_read", { id: SHA256_OF_HELLO })).toMatchObject({ isError: true });
  expect(await kernel.stateRoot()).toEqual(before);
});

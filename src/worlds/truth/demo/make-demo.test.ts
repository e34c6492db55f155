import { expect, test } from "vitest";
import { openTestTruth } from "../../../../test/kit/truth.ts";
import { makeDemo } from "./make-demo.ts";

test("the demo tells a story that holds together, and telling it again changes nothing", async () => {
  const truth = await openTestTruth();
  const host = {
    env: truth.parts.env,
    tenant: "local",
    options: {},
    progress: () => {},
    print: () => {},
    derive: truth.derive,
    installation: truth.installation,
    call: (_server: string, tool: string, args: object) => truth.ask(tool, { ...args }),
  };
  expect(await makeDemo(host)).toBe("truth: 8 entities that know each other, one of them corrected");
  const root = await truth.root();
  const { total, entities } = await truth.ask("retrieve_entities", { search: "Fit the bakery counter" });
  expect({ total, snapshot: entities[0].snapshot }).toMatchObject({ total: 1, snapshot: { status: "done" } });
  expect((await truth.ask("list_timeline_events", { event_type: "InvoiceIssued" })).total).toBe(1);
  expect((await truth.ask("retrieve_entities", {})).total).toBe(8);

  await makeDemo(host);
  expect(await truth.root()).toBe(root);
});

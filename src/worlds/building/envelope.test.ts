import { expect, test } from "vitest";
import type { CallFacts } from "../../kernel/index.ts";
import { buildingEnvelope } from "./envelope.ts";

test("the events of a call that brings in a whole building are named as far as an answer holds, and it says so", () => {
  const events = Array.from({ length: 30_000 }, (_, n) => ({
    id: `01890000-0000-7000-8000-${String(n).padStart(12, "0")}`,
  }));
  const facts = { effect: "write", dryRun: false, at: 0, events, reasoning: "a test" } as unknown as CallFacts;
  const { structuredContent } = buildingEnvelope.success({ imported: 30_000 }, facts) as unknown as {
    structuredContent: { data: { event_ids: string[] }; event_id: string; warnings: string[] };
  };
  const { data, event_id, warnings } = structuredContent;
  expect(data.event_ids).toEqual(events.slice(0, 500).map(({ id }) => id));
  expect(event_id).toBe(events.at(-1)?.id);
  expect(warnings).toEqual(["Of 30000 events the first 500 are named; get_event_log has them all."]);
  expect(JSON.stringify(structuredContent).length).toBeLessThan(50_000);
});

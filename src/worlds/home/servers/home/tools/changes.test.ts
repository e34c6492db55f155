import { expect, test } from "vitest";
import { openTestHome } from "../../../../../../test/kit/home.ts";

test("changes are told in good English, oldest first, and a token goes on from where they ended", async () => {
  const home = await openTestHome();
  const facts = [{ entity_type: "event", title: "Standup", weekday: "Wednesday" }];
  const { understood } = await home.ask("remember", { facts });
  const { token } = await home.ask("changes", { since: "2000-01-01" });
  const [{ entity_id }] = understood;
  await home.ask("correct", { entity_id, field: "weekday", value: "Thursday", reasoning: "it was moved" });
  await home.ask("forget", { entity_id, reasoning: "it is over" });

  const { changes } = await home.ask("changes", { since: token });

  expect(changes.map(({ what }: { what: string }) => what)).toEqual([
    "corrected a field of an event",
    "forgot an event",
    "forgot a memory",
  ]);
});

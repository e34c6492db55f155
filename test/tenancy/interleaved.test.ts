import { expect, test } from "vitest";
import { openTestKernel } from "../kit/kernel.ts";
import { serveUsers } from "../kit/serve-users.ts";

test.each(["modern", "legacy"] as const)(
  "two users whose %s calls run through each other get their own answers and never a word of the other's",
  async (era) => {
    const kernel = await openTestKernel();
    const { connect } = await serveUsers(kernel, "truth");
    const users = ["ada", "bob"];
    const clients = await Promise.all(users.map((user) => connect(user, { era })));
    const calls = Array.from({ length: 20 }, (_, n) => n).flatMap((n) =>
      clients.map(async ({ client }, at) => {
        const own = `canary-${users[at]}`;
        const entities = [{ entity_type: "note", title: `${own} ${n}`, content: `${own} ${n}` }];
        const stored = await client.callTool({
          name: "store_structured",
          arguments: { entities, idempotency_key: `${n}` },
        });
        const found = await client.callTool({
          name: "retrieve_entities",
          arguments: { entity_type: "note", limit: 100 },
        });
        return { at, text: JSON.stringify([stored, found]) };
      }),
    );
    for (const { at, text } of await Promise.all(calls)) {
      expect(text).toContain(`canary-${users[at]}`);
      expect(text).not.toContain(`canary-${users[1 - at]}`);
    }
  },
);

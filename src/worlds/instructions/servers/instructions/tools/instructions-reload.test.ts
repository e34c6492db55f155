import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { sha256 } from "../../../../../kernel/index.ts";

test("reads everything again", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  const answer = { reloaded: true, hash: sha256(`a:${sha256("Body of a.")}`), count: 1 };

  expect(await world.ask("instructions_reload")).toEqual(answer);
  expect(await world.method("instructions/reload")).toEqual(answer);
  world.remove("a.json");
  expect(await world.ask("instructions_reload")).toEqual({ reloaded: true, hash: sha256(""), count: 0 });
});

test("refuses with mutation off and with arguments, and writes nothing", async () => {
  const off = await openTestInstructions({ files: { "a.json": complete("a") }, environment: { mutation: false } });
  const before = { texts: off.texts(), root: await off.stateRoot() };

  expect(await off.method("instructions/reload")).toMatchObject({
    rpc: { code: -32603, message: "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable." },
  });
  expect(await off.method("instructions/reload", { hard: true })).toMatchObject({ rpc: { code: -32602 } });
  expect({ texts: off.texts(), root: await off.stateRoot() }).toEqual(before);
});

import { expect, test } from "vitest";
import { dumpEverything } from "../../../../../../test/kit/dump.ts";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { sha256 } from "../../../../../kernel/index.ts";

const FILES = {
  "a.json": complete("a", { sourceHash: sha256("Body of a."), mine: 1 }),
  "b.json": complete("b", { sourceHash: "0".repeat(64), mine: 2 }),
};

test("writes the right hash where a wrong one is stored, and nothing else", async () => {
  const world = await openTestInstructions({ files: FILES });
  const before = world.texts();

  expect(await world.ask("instructions_repair")).toEqual({ repaired: 1, updated: ["b"] });
  expect(world.texts()["a.json"]).toBe(before["a.json"]);
  expect(world.read("b.json")).toEqual({ ...FILES["b.json"], sourceHash: sha256("Body of b.") });
  expect(await world.ask("integrity_verify")).toMatchObject({ issueCount: 0 });
  expect(await world.method("instructions/repair")).toEqual({ repaired: 0, updated: [] });
});

test("answers a client like diff and repairs nothing", async () => {
  const world = await openTestInstructions({ files: FILES });
  const before = world.texts();
  const { hash, items } = await world.method("instructions/list");

  expect(await world.ask("instructions_repair", { clientHash: hash })).toEqual({ upToDate: true, hash });
  expect(await world.ask("instructions_repair", { known: [{ id: "z", sourceHash: "z" }] })).toEqual({
    hash,
    added: items,
    updated: [],
    removed: ["z"],
  });
  expect(world.texts()).toEqual(before);
});

test("a rehearsal and a refusal leave nothing behind", async () => {
  const world = await openTestInstructions({ files: FILES });
  await world.ask("instructions_list");
  const before = await dumpEverything(world);
  expect(await world.ask("instructions_repair", { dry_run: true })).toEqual({
    repaired: 1,
    updated: ["b"],
    dry_run: true,
    would_record: ["instructions.changed"],
  });
  expect(await dumpEverything(world)).toEqual(before);

  const off = await openTestInstructions({ files: FILES, environment: { mutation: false } });
  const texts = off.texts();
  expect(await off.method("instructions/repair", { clientHash: "x" })).toMatchObject({
    rpc: { code: -32603, message: "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable." },
  });
  expect(off.texts()).toEqual(texts);
  expect(await world.method("instructions/repair", { force: true })).toMatchObject({ rpc: { code: -32602 } });
});

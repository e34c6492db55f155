import { expect, test } from "vitest";
import { authored, complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

const FILES = { "a.json": complete("a"), "b.json": complete("b"), "c.json": complete("c") };

test("tells what was added, updated and removed since", async () => {
  const world = await openTestInstructions({ files: FILES });
  const { hash, items } = await world.method("instructions/list");
  const [a, b, c] = items;
  const known = (...entries: { id: string; sourceHash: string }[]) =>
    entries.map(({ id, sourceHash }) => ({ id, sourceHash }));

  expect(await world.ask("instructions_diff", { clientHash: hash })).toEqual({ upToDate: true, hash });
  expect(await world.ask("instructions_diff", { clientHash: hash, known: known(a, b, c) })).toEqual({
    upToDate: true,
    hash,
  });
  expect(await world.ask("instructions_diff", { known: known(a, b, c) })).toEqual({
    hash,
    added: [],
    updated: [],
    removed: [],
  });
  expect(
    await world.ask("instructions_diff", {
      clientHash: "old",
      known: known(a, { id: "b", sourceHash: "old" }, { id: "z", sourceHash: "z" }, { id: "y", sourceHash: "y" }),
    }),
  ).toEqual({ hash, added: [c], updated: [b], removed: ["y", "z"] });
  // The same hash with another list is still held against the list.
  expect(await world.ask("instructions_diff", { clientHash: hash, known: [] })).toEqual({
    hash,
    added: items,
    updated: [],
    removed: [],
  });
});

test("a client that says nothing of what it has gets everything", async () => {
  const world = await openTestInstructions({ files: FILES });
  const { hash, items } = await world.method("instructions/list");

  expect(await world.ask("instructions_diff")).toEqual({ hash, changed: items });
  expect(await world.ask("instructions_diff", { clientHash: "old" })).toEqual({ hash, changed: items });
});

test("tools/call pages through added, updated and removed in turn", async () => {
  const long = (id: string) => authored(id, { body: `${id} ${"x".repeat(15_000)}` });
  const files = Object.fromEntries(["a", "b", "c", "d", "e"].map((id) => [`${id}.json`, long(id)]));
  const world = await openTestInstructions({ files, environment: { mutation: false } });
  const known = ["d", "e", "gone"].map((id) => ({ id, sourceHash: "old" }));

  const seen = { added: [] as unknown[], updated: [] as unknown[], removed: [] as unknown[] };
  let offset: number | undefined = 0;
  let pages = 0;
  while (offset !== undefined) {
    const page = await world.ask("instructions_diff", { known, offset });
    for (const part of ["added", "updated", "removed"] as const) seen[part].push(...page[part]);
    offset = page.next_offset;
    pages += 1;
  }
  const { hash, ...whole } = await world.method("instructions/diff", { known });
  expect(pages).toBe(3);
  expect(seen).toEqual(whole);
  expect(seen.removed).toEqual(["gone"]);
});

test("checksums come in pages after an id, so that a large catalog can be compared piece by piece", async () => {
  const world = await openTestInstructions({ files: FILES });
  const { hash, items } = await world.method("instructions/list");
  const pairs = items.map(({ id, sourceHash }: { id: string; sourceHash: string }) => [id, sourceHash]);

  expect(await world.ask("instructions_diff", { checksums: true })).toEqual({ hash, checksums: pairs });
  expect(await world.ask("instructions_diff", { checksums: true, limit: 2 })).toEqual({
    hash,
    checksums: pairs.slice(0, 2),
    next: "b",
  });
  expect(await world.ask("instructions_diff", { checksums: true, limit: 2, after: "b" })).toEqual({
    hash,
    checksums: pairs.slice(2),
  });
});

test.each([
  { known: [{ id: "a" }] },
  { known: [{ id: "a", sourceHash: "x", more: 1 }] },
  { known: "a" },
  { clientHash: 1 },
])("refuses %j", async (args) => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.method("instructions/diff", args)).toMatchObject({
    rpc: { code: -32602, message: "Invalid params", data: { method: "instructions/diff" } },
  });
});

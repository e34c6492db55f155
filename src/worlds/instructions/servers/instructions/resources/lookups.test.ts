import { expect, test } from "vitest";
import {
  complete,
  openTestInstructions,
  type TestInstructions,
} from "../../../../../../test/kit/instructions-world.ts";
import { consult } from "../../../../../kernel/call/index.ts";
import { SILENT_CLIENT } from "../../../../../kernel/client.ts";
import type { Event } from "../../../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../../../kernel/installation.ts";
import type { Server } from "../../../../../kernel/server.ts";

const FILES = {
  "a.json": complete("a"),
  "ab.json": complete("ab"),
  "old.json": complete("old", { requirement: "deprecated", deprecatedBy: "a" }),
  "out.json": complete("out", { status: "deprecated" }),
};

async function ask<Value>(
  world: TestInstructions,
  question: (server: Server<unknown>, deps: unknown) => Promise<Value> | Value,
) {
  const { server } = await world.server("instructions");
  const connection = { id: "test", transport: "stdio" as const, client: "test" };
  const consultation = {
    server: "instructions",
    connection,
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
  };
  return consult(world.parts, consultation, (deps) => question(server, deps));
}

test("the catalog, its governance and each entry are resources", async () => {
  const world = await openTestInstructions({ files: FILES });
  const list = await ask(world, (server, deps) => server.resources?.list(deps, undefined));
  expect(list?.items.map(({ uri }) => uri)).toEqual([
    "instructions://catalog",
    "instructions://governance",
    "instructions://entry/a",
    "instructions://entry/ab",
    "instructions://entry/old",
    "instructions://entry/out",
  ]);
  const read = async (uri: string) => {
    const found = await ask(world, (server, deps) => server.resources?.read(uri, deps));
    const [content] = found?.contents ?? [];
    return content && "text" in content ? JSON.parse(content.text) : undefined;
  };
  const { hash, items } = await world.method("instructions/list");
  expect(await read("instructions://entry/a")).toEqual(items[0]);
  expect(await read("instructions://catalog")).toEqual({
    hash,
    count: 4,
    items: items.map(({ body, ...rest }: { body: string }) => rest),
  });
  expect(await read("instructions://governance")).toEqual(await world.method("instructions/governanceHash"));
  expect(await read("instructions://entry/nope")).toBeUndefined();
  expect(await read("file:///etc/passwd")).toBeUndefined();
});

test("a change is told for the catalog, its governance and the entries it names", async () => {
  const world = await openTestInstructions({ files: FILES });
  const { resources } = (await world.server("instructions")).server;
  const database = await world.parts.database();
  const told = (kind: string, payload: object) => {
    const event = { kind, payload } as unknown as Event;
    return database.read(EVERY_TENANT, async (sql) => [
      await resources?.changedBy(event, sql),
      resources?.listedBy?.(event),
    ]);
  };

  expect(await told("instructions.changed", { changes: [{ id: "a", before: null, after: "x" }] })).toEqual([
    ["instructions://catalog", "instructions://governance", "instructions://entry/a"],
    ["instructions://entry/*"],
  ]);
  expect(await told("refused", {})).toEqual([[], []]);
});

test("every entry in force is a prompt of its id", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await ask(world, (server, deps) => server.prompts?.list(deps, undefined))).toEqual({
    items: [
      { name: "a", title: "Title of a", description: "Body of a." },
      { name: "ab", title: "Title of ab", description: "Body of ab." },
    ],
  });
  expect(await ask(world, (server, deps) => server.prompts?.get("a", {}, deps))).toEqual({
    description: "Body of a.",
    messages: [{ role: "user", content: { type: "text", text: "Body of a." } }],
  });
  for (const name of ["old", "out", "nope"]) {
    expect(await ask(world, (server, deps) => server.prompts?.get(name, {}, deps))).toBeUndefined();
  }
});

test("long lists of resources and prompts come in pages", async () => {
  const files = Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`e${n}.json`, complete(`e${n}`)]));
  const world = await openTestInstructions({ files, environment: { mutation: false } });
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(world, (server, deps) => server.prompts?.list(deps, cursor));
    names.push(...(page?.items ?? []).map(({ name }) => name));
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  expect(names).toEqual(
    Object.keys(files)
      .map((name) => name.replace(".json", ""))
      .sort(),
  );
});

test("ids complete as they are typed", async () => {
  const world = await openTestInstructions({ files: FILES });
  const complete = (template: string, argument: string, typed: string) =>
    ask(world, (server, deps) => server.complete?.({ template }, argument, typed, deps));

  expect(await complete("instructions://entry/{id}", "id", "A")).toEqual(["a", "ab"]);
  expect(await complete("instructions://entry/{id}", "other", "a")).toEqual([]);
  expect(await complete("other://{id}", "id", "a")).toEqual([]);
});

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import {
  authored,
  complete,
  openTestInstructions,
  type TestInstructions,
} from "../../../../test/kit/instructions-world.ts";
import { createSimulatedEnv } from "../../../../test/kit/simulated-env.ts";

function hostOf(world: TestInstructions, options: Record<string, string> = {}) {
  const printed: string[] = [];
  const progress: number[] = [];
  return {
    printed,
    progress,
    host: {
      env: createSimulatedEnv("import"),
      tenant: "local",
      options,
      progress: (done: number) => void progress.push(done),
      print: (line: string) => void printed.push(line),
      derive: world.derive,
      installation: world.installation,
      call: () => Promise.reject(new Error("this demo makes files and calls no tool")),
    },
  };
}

const importerOf = async (world: TestInstructions) => {
  const importer = (await world.worlds())[0]?.importers.instructions;
  if (importer === undefined) throw new Error("no importer");
  return importer;
};

test("brings in a folder, reports what it cannot use, and leaves what is there", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") }, environment: { mutation: false } });
  const from = temporaryFolder();
  writeFileSync(join(from, "a.json"), JSON.stringify(authored("a", { body: "Other." })));
  writeFileSync(join(from, "b.json"), JSON.stringify(authored("b")));
  writeFileSync(join(from, "c.json"), "{");
  writeFileSync(join(from, "d.json"), JSON.stringify(authored("d", { priority: 0 })));
  writeFileSync(join(from, "gates.json"), "{}");
  mkdirSync(join(from, "e.json"));
  const { host, printed } = hostOf(world);

  expect(await (await importerOf(world))(from, host)).toBe(
    "instructions: 1 imported, 0 overwritten, 1 skipped, 1 not usable",
  );
  expect(printed).toEqual([
    "not imported: c.json (not valid JSON)",
    "not imported: e.json (a directory)",
    'not imported: "d" (invalid priority)',
  ]);
  expect(Object.keys(world.texts())).toEqual(["a.json", "b.json"]);
  expect(world.read("a.json").body).toBe("Body of a.");
  expect(await world.ask("instructions_list")).toMatchObject({ count: 2 });
});

test("brings in one file: an entry, a list or an export, overwriting when asked", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  const from = join(temporaryFolder(), "many.json");
  const { host, progress } = hostOf(world, { overwrite: "true" });

  writeFileSync(from, JSON.stringify({ items: [authored("a", { body: "Other." }), authored("b")] }));
  expect(await (await importerOf(world))(from, host)).toBe(
    "instructions: 1 imported, 1 overwritten, 0 skipped, 0 not usable",
  );
  writeFileSync(from, JSON.stringify([authored("c")]));
  expect(await (await importerOf(world))(from, host)).toBe(
    "instructions: 1 imported, 0 overwritten, 0 skipped, 0 not usable",
  );
  writeFileSync(from, JSON.stringify(authored("d")));
  expect(await (await importerOf(world))(from, host)).toBe(
    "instructions: 1 imported, 0 overwritten, 0 skipped, 0 not usable",
  );
  expect(Object.keys(world.texts())).toEqual(["a.json", "b.json", "c.json", "d.json"]);
  expect(progress).toEqual([2, 1, 1]);
});

test("refuses a path that is not there or holds nothing", async () => {
  const world = await openTestInstructions();
  const { host } = hostOf(world);

  await expect((await importerOf(world))(join(world.folder, "nowhere"), host)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect((await importerOf(world))(temporaryFolder(), host)).rejects.toMatchObject({ code: "not_found" });
  expect(world.texts()).toEqual({});
});

test("the demo fills an empty folder, holds together, and leaves a person's own alone", async () => {
  const world = await openTestInstructions();
  const { host } = hostOf(world);

  expect(await (await world.worlds())[0]?.demo?.(host)).toBe(`instructions: 6 entries in ${world.root}`);
  expect(await world.ask("health_check")).toMatchObject({ status: "ok", count: 6 });
  expect(await world.ask("integrity_verify")).toMatchObject({ issueCount: 0 });
  expect((await world.ask("instructions_get", { id: "incident-first-hour" })).item).toMatchObject({
    owner: "security-team",
    teamIds: ["on-call"],
  });
  expect((await world.ask("gates_evaluate")).results.map(({ passed }: { passed: boolean }) => passed)).toEqual([
    true,
    false,
  ]);
  const before = world.texts();
  await (await world.worlds())[0]?.demo?.(host);
  expect(world.texts()).toEqual(before);

  const own = await openTestInstructions({ files: { "mine.json": complete("mine") } });
  expect(await (await own.worlds())[0]?.demo?.(hostOf(own).host)).toBe(`instructions: 1 entry in ${own.root}`);
});

test("with --dry-run tells what would come and writes nothing", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") }, environment: { mutation: false } });
  const from = temporaryFolder();
  for (const id of ["a", "b"])
    writeFileSync(join(from, `${id}.json`), JSON.stringify(authored(id, { body: "Other." })));
  const before = await world.stateRoot();
  const { host, progress } = hostOf(world, { overwrite: "true", "dry-run": "true" });

  expect(await (await importerOf(world))(from, host)).toBe(
    "instructions: 1 would be imported, 1 overwritten, 0 skipped, 0 not usable; nothing was written",
  );

  expect(progress).toEqual([]);
  expect(await world.stateRoot()).toEqual(before);
  expect(await (await importerOf(world))(from, hostOf(world, { overwrite: "true" }).host)).toBe(
    "instructions: 1 imported, 1 overwritten, 0 skipped, 0 not usable",
  );
});

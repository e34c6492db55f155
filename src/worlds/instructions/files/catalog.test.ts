import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import {
  authored,
  complete,
  openTestInstructions,
  type TestInstructions,
} from "../../../../test/kit/instructions-world.ts";

const title = async (world: TestInstructions, id: string) =>
  (await world.ask("instructions_get", { id })).item?.title as string | undefined;
const ids = async (world: TestInstructions) =>
  (await world.ask("instructions_list")).items.map((item: { id: string }) => item.id);

describe.each([
  ["watching the folder", false],
  ["looking at every file", true],
])("%s, the next call sees", (_how, alwaysReload) => {
  const open = () =>
    openTestInstructions({
      files: { "a.json": complete("a"), "b.json": complete("b") },
      environment: { alwaysReload, mutation: false },
    });

  test("an edit in place, also of the same size and within the same moment, many times over", async () => {
    const world = await open();
    await ids(world);
    for (let n = 0; n < 100; n++) {
      const text = JSON.stringify(complete("a", { title: `Title ${String(n).padStart(3, "0")}` }));
      writeFileSync(join(world.root, "a.json"), text);
      expect(await title(world, "a")).toBe(`Title ${String(n).padStart(3, "0")}`);
    }
  });

  test("a file replaced by renaming another over it", async () => {
    const world = await open();
    await ids(world);
    writeFileSync(join(world.root, ".new"), JSON.stringify(complete("a", { title: "Renamed over" })));
    renameSync(join(world.root, ".new"), join(world.root, "a.json"));
    expect(await title(world, "a")).toBe("Renamed over");
  });

  test("a new file, a deleted one and a renamed one", async () => {
    const world = await open();
    await ids(world);
    world.write("c.json", complete("c"));
    expect(await ids(world)).toEqual(["a", "b", "c"]);
    world.remove("b.json");
    expect(await ids(world)).toEqual(["a", "c"]);
    renameSync(join(world.root, "c.json"), join(world.root, "d.json"));
    expect(await ids(world)).toEqual(["a"]);
    expect((await world.ask("health_check")).skipped).toEqual([
      { file: "d.json", reason: "the id is not the name of the file" },
    ]);
  });

  test("an edit through another name of the same file", async () => {
    const world = await open();
    const elsewhere = join(world.folder, "elsewhere.json");
    writeFileSync(elsewhere, JSON.stringify(complete("hard", { title: "One" })));
    linkSync(elsewhere, join(world.root, "hard.json"));
    mkdirSync(join(world.root, "below"));
    writeFileSync(join(world.root, "below", "soft.txt"), JSON.stringify(complete("soft", { title: "One" })));
    symlinkSync(join(world.root, "below", "soft.txt"), join(world.root, "soft.json"));
    expect([await title(world, "hard"), await title(world, "soft")]).toEqual(["One", "One"]);
    writeFileSync(elsewhere, JSON.stringify(complete("hard", { title: "Two" })));
    writeFileSync(join(world.root, "below", "soft.txt"), JSON.stringify(complete("soft", { title: "Two" })));
    expect([await title(world, "hard"), await title(world, "soft")]).toEqual(["Two", "Two"]);
  });

  test("that the whole folder was replaced, removed and made anew", async () => {
    const world = await open();
    await ids(world);
    renameSync(world.root, `${world.root}.old`);
    expect(await ids(world)).toEqual([]);
    mkdirSync(world.root);
    world.write("z.json", complete("z"));
    expect(await ids(world)).toEqual(["z"]);
    rmSync(world.root, { recursive: true });
    mkdirSync(world.root);
    world.write("y.json", complete("y"));
    expect(await ids(world)).toEqual(["y"]);
    world.write("x.json", complete("x"));
    expect(await ids(world)).toEqual(["x", "y"]);
    unlinkSync(join(world.root, "y.json"));
    expect(await ids(world)).toEqual(["x"]);
  });

  test("what owners.json says now", async () => {
    const world = await open();
    world.write("u.json", complete("u", { owner: undefined }));
    const owner = async () => (await world.ask("instructions_get", { id: "u" })).item.owner;
    expect(await owner()).toBe("unowned");
    world.write("owners.json", { ownership: [{ pattern: "^u", owner: "grace" }] });
    expect(await owner()).toBe("grace");
    world.remove("owners.json");
    expect(await owner()).toBe("unowned");
  });
});

test("a flood of changes, more than the system reports, is seen whole", async () => {
  const world = await openTestInstructions({ environment: { mutation: false } });
  world.write("a.json", complete("a"));
  await ids(world);
  for (let n = 0; n < 6000; n++) {
    writeFileSync(join(world.root, `.noise-${n % 50}`), "");
    if (n % 3000 === 0) world.write(`n${n}.json`, complete(`n${n}`));
  }
  world.write("last.json", complete("last"));
  expect(await ids(world)).toEqual(["a", "last", "n0", "n3000"]);
});

test("files that cannot be used are listed with the reason and never take the catalog down", async () => {
  const world = await openTestInstructions({
    files: { "good.json": complete("good") },
    environment: { mutation: false },
  });
  const outside = join(temporaryFolder(), "outside.json");
  writeFileSync(outside, JSON.stringify(complete("outside")));
  world.write("bad-json.json", "{");
  world.write("list.json", "[1]");
  world.write(
    "bad-utf8.json",
    Buffer.concat([Buffer.from('{"id":"bad-utf8","title":"'), Buffer.from([0xff]), Buffer.from('"}')]),
  );
  world.write("nul.json", authored("nul", { body: "a\0b" }));
  world.write("raw-nul.json", `{"id":"raw-nul","title":"\0"}`);
  world.write("no-title.json", authored("no-title", { title: undefined }));
  world.write("other-id.json", complete("another"));
  world.write("Good.json", complete("good"));
  world.write("UPPER.json", complete("UPPER"));
  world.write("enum.json", authored("enum", { audience: "everyone" }));
  world.write("req.json", authored("req", { requirement: "must" }));
  world.write("status.json", authored("status", { status: "live" }));
  world.write("semver.json", authored("semver", { version: "1.0" }));
  world.write("log.json", authored("log", { changeLog: [{ version: "1", changedAt: "x", summary: "" }] }));
  world.write("prio.json", authored("prio", { priority: 0 }));
  world.write("half.json", authored("half", { priority: 1.5 }));
  world.write("date.json", authored("date", { createdAt: "yesterday" }));
  world.write("dep.json", authored("dep", { requirement: "deprecated" }));
  world.write("deep.json", `{"id":"deep","title":"t","x":${"[".repeat(5000)}${"]".repeat(5000)}}`);
  world.write("huge.json", `{"id":"huge","title":"${"x".repeat(16 * 1024 * 1024)}"}`);
  mkdirSync(join(world.root, "folder.json"));
  execFileSync("/usr/bin/mkfifo", [join(world.root, "pipe.json")]);
  symlinkSync("/dev/zero", join(world.root, "zero.json"));
  symlinkSync(outside, join(world.root, "outside.json"));
  symlinkSync("nowhere", join(world.root, "nowhere.json"));
  world.write("gates.json", "{");
  world.write("package.json", { name: "no entry", version: 5 });
  world.write("notes.txt", "not JSON at all");

  const skipped = [
    ["Good.json", "the id is not the name of the file"],
    ["UPPER.json", "invalid id"],
    ["bad-json.json", "not valid JSON"],
    ["bad-utf8.json", "not valid UTF-8"],
    ["date.json", "invalid createdAt"],
    ["deep.json", "nested too deeply"],
    ["dep.json", "requirement deprecated needs deprecatedBy"],
    ["enum.json", "invalid audience"],
    ["folder.json", "a directory"],
    ["half.json", "invalid priority"],
    ["huge.json", "larger than 16 MiB"],
    ["list.json", "not an object"],
    ["log.json", "invalid changeLog"],
    ["no-title.json", "missing title"],
    ["nowhere.json", "a link that leads nowhere"],
    ["nul.json", "contains a NUL character"],
    ["other-id.json", "the id is not the name of the file"],
    ["outside.json", "a link that leads out of the folder"],
    ["pipe.json", "not a regular file"],
    ["prio.json", "invalid priority"],
    ["raw-nul.json", "contains a NUL character"],
    ["req.json", "invalid requirement"],
    ["semver.json", "invalid version"],
    ["status.json", "invalid status"],
    ["zero.json", "a link that leads out of the folder"],
  ].map(([file, reason]) => ({ file, reason }));
  expect(await ids(world)).toEqual(["good"]);
  expect(await world.ask("health_check")).toMatchObject({ status: "degraded", count: 1, skipped, skippedCount: 25 });
  expect(await world.ask("integrity_verify")).toMatchObject({ count: 1, issues: [], skipped, skippedCount: 25 });
});

test("entries that replace each other in a circle stay usable and are told", async () => {
  const retired = (id: string, by: string) => complete(id, { requirement: "deprecated", deprecatedBy: by });
  const world = await openTestInstructions({
    files: {
      "a.json": retired("a", "b"),
      "b.json": retired("b", "c"),
      "c.json": retired("c", "b"),
      "self.json": retired("self", "self"),
    },
  });

  expect(await ids(world)).toEqual(["a", "b", "c", "self"]);
  expect(await world.ask("health_check")).toMatchObject({ status: "degraded", cycles: [["b", "c"], ["self"]] });
  expect(await world.ask("integrity_verify")).toMatchObject({ cycles: [["b", "c"], ["self"]] });
});

test("a body of ten megabytes is read, listed and fetched in parts", async () => {
  const body = `${"ä".repeat(10)}${"x".repeat(10_000_000)}`;
  const world = await openTestInstructions({ files: { "big.json": authored("big", { body }) } });

  const whole = await world.method("instructions/get", { id: "big" });
  expect(whole.item.body).toBe(body);
  const first = await world.ask("instructions_get", { id: "big" });
  expect(first).toMatchObject({ truncated: true, total_chars: body.length });
  const next = await world.ask("instructions_get", { id: "big", offset: first.next_offset });
  expect(body.startsWith(first.item.body + next.item.body)).toBe(true);
});

test("the folder of the environment beats that of the configuration; a wrong setting stops the start", async () => {
  const elsewhere = temporaryFolder();
  const world = await openTestInstructions({
    environment: { instructionsDir: elsewhere },
    config: { folder: "other" },
    files: { "e.json": complete("e") },
  });
  expect(await ids(world)).toEqual(["e"]);
  await expect(openTestInstructions({ config: { directory: "x" } })).rejects.toThrow(/The setting instructions/);
});

test("file times are kept by a change of nothing: a touched file changes only its derived dates", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  const before = await world.ask("instructions_get", { id: "a" });
  utimesSync(join(world.root, "a.json"), new Date(), new Date());
  expect(await world.ask("instructions_get", { id: "a" })).toEqual(before);
});

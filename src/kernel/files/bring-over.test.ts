import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { openTestCallFiles } from "../../../test/kit/call-files.ts";
import { blobFiles, layBlobsFlat } from "../../../test/kit/flat-blobs.ts";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { ENGINES, type Engine, freshDatabaseUrl, openTestKernel, type TestKernel } from "../../../test/kit/kernel.ts";
import { shelf } from "../../../test/kit/shelf-world.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { sha256 } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { query } from "../query.ts";
import { BRING_OVER_POINTS, type BringOverPoint } from "../write-points.ts";
import { blobPath, pathByHash } from "./blob-store.ts";

const KEPT = { ada: ["a letter", "common"], "Bob@Example.com": ["a bill", "common", "another bill"] };
const NOBODYS = "nobody's";
const NAMED = Object.entries(KEPT).flatMap(([user, texts]) => texts.map((kept) => blobPath(user, sha256(kept))));

interface Older {
  readonly folder: string;
  /** Starts on it, as any number of processes may. */
  start(options?: { env?: Env; readOnly?: boolean }): Promise<TestKernel>;
}

/** A folder whose blobs lie as an earlier build laid them, one of them named by no log. */
async function layOut(
  engine: Engine,
  unnamed: readonly string[] = [NOBODYS],
  before: (kernel: TestKernel) => Promise<void> = async () => {},
): Promise<Older> {
  const folder = temporaryFolder();
  const databaseUrl = await freshDatabaseUrl(engine);
  let starts = 0;
  const start: Older["start"] = (options = {}) =>
    openTestKernel({ folder, databaseUrl, worlds: [shelf], seed: `start ${starts++}`, ...options });
  const kernel = await start();
  for (const [user, texts] of Object.entries(KEPT)) {
    for (const [n, kept] of texts.entries()) await kernel.callTool("keep_file", { name: `${n}`, text: kept }, { user });
  }
  await before(kernel);
  await kernel.close();
  layBlobsFlat(folder);
  for (const content of unnamed) {
    const file = join(folder, "blobs", pathByHash(sha256(content)));
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, content);
  }
  return { folder, start };
}

const left = (content: string) => pathByHash(sha256(content));

async function expectBroughtOver({ folder }: Older, kernel: TestKernel): Promise<void> {
  expect(await kernel.verify({ full: true })).toMatchObject({ bad: undefined, findings: [] });
  expect(blobFiles(folder)).toEqual([...NAMED, left(NOBODYS), "sha256/left-in-place"].sort());
  for (const [user, texts] of Object.entries(KEPT)) {
    for (const kept of texts) {
      expect(await text(await kernel.parts.files.blobs(user).open(sha256(kept)))).toBe(kept);
    }
  }
  expect(await kernel.parts.files.blobs("ada").has(sha256("a bill"))).toBe(false);
}

/** Ends the start at the nth time it reaches a point, as if the process ended there. */
function endingAt(point: BringOverPoint, nth: number) {
  let hits = 0;
  const env: Env = {
    ...createSimulatedEnv(`${point} ${nth}`),
    reached(reached) {
      if (reached === point && ++hits === nth) throw new Error("the process ends here");
    },
  };
  return { env, hasEnded: () => hits >= nth };
}

describe.each(ENGINES)("blobs of an earlier build, on %s", (engine) => {
  test("are given to those whose log names them; what nobody names stays and is told", async () => {
    const older = await layOut(engine);
    const kernel = await older.start();
    const { remarks } = await kernel.verify({ full: true });
    await expectBroughtOver(older, kernel);
    expect(remarks).toEqual([
      `blobs/${left(NOBODYS)}: is where an earlier version put it, and named by no entry of the log`,
    ]);
    expect(await kernel.parts.files.isFlat()).toBe(false);
    expect(kernel.log.lines).toContainEqual(expect.objectContaining({ level: "info", fields: { blobs: 4, left: 1 } }));
    await kernel.close();

    // The next start finds nothing to do, also beside what stays.
    const next = await older.start();
    await expectBroughtOver(older, next);
    expect(next.log.lines).toEqual([]);
  });

  test("leave no trace of the older place where all are named", async () => {
    const older = await layOut(engine, []);
    const kernel = await older.start();
    expect(await kernel.verify({ full: true })).toMatchObject({ findings: [], remarks: [] });
    expect(blobFiles(older.folder)).toEqual(NAMED.toSorted());
  });

  test("are all there whatever moment the start ended at, and however often", async () => {
    const ends: string[] = [];
    for (const point of BRING_OVER_POINTS) {
      for (let nth = 1; ; nth++) {
        const older = await layOut(engine);
        const { env, hasEnded } = endingAt(point, nth);
        const ended = await older.start({ env });
        const outcome = await ended.verify().then(
          () => "went through",
          (error: Error) => error.message,
        );
        await ended.close();
        if (!hasEnded()) break;
        expect(outcome).toBe("the process ends here");
        ends.push(point);
        await expectBroughtOver(older, await older.start());
      }
    }
    const count = (point: string) => ends.filter((end) => end === point).length;
    expect(BRING_OVER_POINTS.map(count)).toEqual([NAMED.length, 1, 4, 1]);
  });

  test("are brought over once by several that start at once", async () => {
    const older = await layOut(engine);
    const kernels = await Promise.all(Array.from({ length: 4 }, () => older.start()));
    await Promise.all(kernels.map((kernel) => kernel.verify()));
    for (const kernel of kernels) await expectBroughtOver(older, kernel);
  });

  test("stay where they are for a start that may not write, which says what to do", async () => {
    const older = await layOut(engine);
    const before = blobFiles(older.folder);
    const reader = await older.start({ readOnly: true });
    await expect(reader.verify()).rejects.toMatchObject({ code: "schema_older" });
    expect(blobFiles(older.folder)).toEqual(before);
    await (await older.start()).verify();
    const next = await older.start({ readOnly: true });
    await expectBroughtOver(older, next);
  });

  test("are given and not taken away where an entry cannot be read, which may name them too", async () => {
    const older = await layOut(engine, [NOBODYS], async (kernel) => {
      const spoil = query`update event set payload = '{' where tenant_id = 'ada' and seq = 1`;
      await (await kernel.parts.database()).write("ada", (sql) => sql.run(spoil));
    });
    const flat = blobFiles(older.folder);
    const kernel = await older.start();
    expect(await kernel.verify({ full: true })).toMatchObject({ bad: { tenant: "ada", seq: 1 } });
    expect(blobFiles(older.folder)).toEqual(expect.arrayContaining(flat));
    expect(await text(await kernel.parts.files.blobs("Bob@Example.com").open(sha256("common")))).toBe("common");
  });
});

test("what a tenant has already is left, and what is damaged there is mended from the older place", async () => {
  const older = await layOut("sqlite");
  const [whole, damaged] = [blobPath("ada", sha256("a letter")), blobPath("ada", sha256("common"))];
  for (const [path, content] of [
    [whole, "a letter"],
    [damaged, "comm"],
  ] as const) {
    mkdirSync(join(older.folder, "blobs", path, ".."), { recursive: true });
    writeFileSync(join(older.folder, "blobs", path), content);
  }
  mkdirSync(join(older.folder, "blobs", blobPath("Bob@Example.com", sha256("a bill")), "a folder"), {
    recursive: true,
  });
  const kernel = await older.start();
  expect((await kernel.verify({ full: true })).findings).toEqual([]);
  expect(readFileSync(join(older.folder, "blobs", damaged), "utf8")).toBe("common");
});

test("a damaged blob is brought over as it is, and told", async () => {
  const older = await layOut("sqlite", []);
  writeFileSync(join(older.folder, "blobs", pathByHash(sha256("a letter"))), "a lie");
  const kernel = await older.start();
  expect(await kernel.verify({ full: true })).toMatchObject({
    findings: [{ what: `blob ${sha256("a letter")} of tenant ada`, reason: "its content does not match its name" }],
  });
});

test("what another process lays there meanwhile is not taken for what nobody names", async () => {
  const room = await openTestCallFiles();
  const lay = (content: string) => {
    const file = join(room.folder, "blobs", pathByHash(sha256(content)));
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, content);
  };
  lay(NOBODYS);
  const owners = new Map<string, Set<string>>();
  const brought = await room.bringOver(async () => {
    lay("late");
    return { owners, isWhole: true };
  });
  expect(brought).toEqual({ blobs: 0, left: 1, isWhole: true });
  expect(await room.isFlat()).toBe(true);

  owners.set(sha256("late"), new Set(["ada"]));
  expect(await room.bringOver(async () => ({ owners, isWhole: true }))).toMatchObject({ blobs: 1, left: 1 });
  expect([await room.isFlat(), await room.blobs("ada").verify(sha256("late"))]).toEqual([false, true]);
});

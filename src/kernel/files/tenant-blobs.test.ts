import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { openTestCallFiles, type TestCallFiles } from "../../../test/kit/call-files.ts";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { ENGINES, freshDatabaseUrl } from "../../../test/kit/kernel.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { sha256 } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { EVERY_TENANT } from "../installation.ts";
import { query } from "../query.ts";
import type { WritePoint } from "../write-points.ts";
import { blobPath } from "./blob-store.ts";

const HASH = sha256("same");
const placeOf = ({ folder }: { folder: string }, tenant: string, hash = HASH) =>
  join(folder, "blobs", blobPath(tenant, hash));
const asidesOf = ({ folder }: { folder: string }) => readdirSync(join(folder, "blobs/incoming"));
const put = (room: TestCallFiles, tenant: string, content = "same") =>
  room.write(({ blobs }) => blobs.put(Buffer.from(content)), tenant);
const journalOf = (room: TestCallFiles) =>
  room.database.read(EVERY_TENANT, (sql) =>
    sql.all<{ action: string }>(query`select action from staged_file order by call_id`),
  );

function remove(room: TestCallFiles, tenant: string, hash = HASH): Promise<void> {
  return room.write(({ removeBlob }) => removeBlob(hash), tenant);
}

/** Fails at a point of the first call with files, once; the process that had this fault does no more. */
function failingAt(point: WritePoint): Env {
  let state: "waiting" | "armed" | "spent" = "waiting";
  return {
    ...createSimulatedEnv("failing"),
    reached(reached) {
      if (state === "waiting" && reached === "file-journaled") state = "armed";
      if (state !== "armed" || reached !== point) return;
      state = "spent";
      throw new KernelError("commit_unknown", "planted");
    },
  };
}

describe("tenants", () => {
  test("have the same content each for themselves, and nothing tells one of the other", async () => {
    const points: Record<string, string[]> = {};
    const folder = temporaryFolder();
    const storing = async (tenant: string) => {
      const reached: string[] = [];
      points[tenant] = reached;
      const env = { ...createSimulatedEnv(tenant), reached: (point: string) => void reached.push(point) };
      const room = await openTestCallFiles({ folder, env });
      const before = await room.blobs(tenant).has(HASH);
      // The first to open it has made the tables.
      reached.length = 0;
      await room.write(async ({ blobs }) => {
        expect(await blobs.has(HASH)).toBe(false);
        await expect(blobs.open(HASH)).rejects.toMatchObject({ code: "not_found" });
        await blobs.put(Buffer.from("same"));
      }, tenant);
      return { room, before };
    };
    const ada = await storing("ada");
    const bob = await storing("Bob@Example.com");

    expect([ada.before, bob.before]).toEqual([false, false]);
    // The second to store it does every step that the first did.
    expect(points["Bob@Example.com"]).toEqual(points.ada);
    const files = [placeOf(ada.room, "ada"), placeOf(bob.room, "Bob@Example.com")];
    expect(files.map((file) => lstatSync(file).ino)).toEqual([...new Set(files.map((file) => lstatSync(file).ino))]);
    expect(await hashesOf(ada.room, "ada")).toEqual([HASH]);
    expect(await hashesOf(ada.room, "carol")).toEqual([]);
    expect(await ada.room.blobs("carol").has(HASH)).toBe(false);
    await expect(ada.room.blobs("carol").open(HASH)).rejects.toMatchObject({ code: "not_found" });
  });

  test("lose a blob alone, and the others keep theirs", async () => {
    const room = await openTestCallFiles();
    for (const tenant of ["ada", "bob"]) await put(room, tenant);
    await remove(room, "ada");
    expect(existsSync(placeOf(room, "ada"))).toBe(false);
    expect(await room.blobs("ada").has(HASH)).toBe(false);
    expect(await text(await room.blobs("bob").open(HASH))).toBe("same");
    expect(asidesOf(room)).toEqual([]);
  });

  test("that come and go leave neither entries in the journal nor memory of them", async () => {
    const room = await openTestCallFiles();
    const tenants = Array.from({ length: 270 }, (_, n) => `tenant-${n}`);
    for (const tenant of tenants) await put(room, tenant);
    await expect.poll(async () => (await journalOf(room)).length).toBeLessThan(200);
    expect(await Promise.all(tenants.map((tenant) => room.blobs(tenant).verify(HASH)))).toEqual(
      tenants.map(() => true),
    );
    await room.close(room.database);
    expect(await journalOf(room)).toEqual([]);
  });
});

describe("what lies damaged in the place of a blob is whole when the same content is stored again", () => {
  test.each<[string, (place: string, outside: string) => void]>([
    ["a flipped byte", (place) => writeFileSync(place, "sane")],
    ["a file cut short", (place) => truncateSync(place, 2)],
    ["an empty file", (place) => truncateSync(place, 0)],
    [
      "a folder",
      (place) => {
        rmSync(place);
        mkdirSync(join(place, "deep"), { recursive: true });
        writeFileSync(join(place, "deep/theirs"), "theirs");
      },
    ],
    [
      "a link",
      (place, outside) => {
        rmSync(place);
        symlinkSync(join(outside, "theirs"), place);
      },
    ],
  ])("%s", async (what, damage) => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, "theirs"), "theirs");
    const room = await openTestCallFiles();
    const place = placeOf(room, "ada");
    await put(room, "ada");
    damage(place, outside);
    expect(await room.blobs("ada").verify(HASH)).toBe(false);

    await put(room, "ada");

    expect(lstatSync(place).isFile()).toBe(true);
    expect(readFileSync(place, "utf8")).toBe("same");
    expect(await room.blobs("ada").verify(HASH)).toBe(true);
    expect(readFileSync(join(outside, "theirs"), "utf8")).toBe("theirs");
    expect(room.log.lines).toEqual([]);
    // A folder is moved beside, with all that is in it.
    const beside = readdirSync(dirname(place)).filter((name) => name.includes("not-a-file"));
    for (const name of beside) expect(readFileSync(join(dirname(place), name, "deep/theirs"), "utf8")).toBe("theirs");
    expect(beside).toHaveLength(what === "a folder" ? 1 : 0);
  });
});

describe.each(ENGINES)("a removal, on %s", (engine) => {
  const open = async () => {
    const folder = temporaryFolder();
    const databaseUrl = await freshDatabaseUrl(engine);
    return (env: Env = createSimulatedEnv("room")) => openTestCallFiles({ folder, databaseUrl, env });
  };

  test("that is not committed removes nothing", async () => {
    const room = await (await open())();
    await put(room, "ada");
    const refused = room.write(async ({ removeBlob, blobs }) => {
      await removeBlob(HASH);
      expect(await blobs.has(HASH)).toBe(false);
      throw new Error("refused");
    }, "ada");
    await expect(refused).rejects.toThrow("refused");
    expect(await text(await room.blobs("ada").open(HASH))).toBe("same");
    expect(asidesOf(room)).toEqual([]);
  });

  test("of what is not there, and of what the same call has put, leaves nothing", async () => {
    const room = await (await open())();
    await remove(room, "ada");
    await room.write(async ({ removeBlob, blobs }) => {
      await blobs.put(Buffer.from("same"));
      await removeBlob(HASH);
    }, "ada");
    expect([await room.blobs("ada").has(HASH), asidesOf(room)]).toEqual([false, []]);
    await room.write(async ({ removeBlob, blobs }) => {
      await removeBlob(HASH);
      await blobs.put(Buffer.from("same"));
    }, "ada");
    expect(await text(await room.blobs("ada").open(HASH))).toBe("same");
  });

  test("that a crash interrupted is done by the next start", async () => {
    const start = await open();
    await put(await start(), "ada");
    const crashing = await start(failingAt("after-commit"));
    await expect(remove(crashing, "ada")).rejects.toMatchObject({ code: "commit_unknown" });
    expect(existsSync(placeOf(crashing, "ada"))).toBe(true);

    const next = await start(createSimulatedEnv("next"));
    await next.recover(next.database);
    expect([existsSync(placeOf(next, "ada")), asidesOf(next)]).toEqual([false, []]);
    await next.close(next.database);
    const after = await start(createSimulatedEnv("after"));
    await after.recover(after.database);
    await after.close(after.database);
    expect(await journalOf(after)).toEqual([]);
  });

  test("takes along a put that a crash left waiting", async () => {
    const start = await open();
    const crashing = await start(failingAt("after-commit"));
    await expect(put(crashing, "ada")).rejects.toMatchObject({ code: "commit_unknown" });
    expect(asidesOf(crashing)).toHaveLength(1);

    const next = await start(createSimulatedEnv("next"));
    await remove(next, "ada");
    expect([existsSync(placeOf(next, "ada")), asidesOf(next)]).toEqual([false, []]);
    await next.recover(next.database);
    expect(await next.blobs("ada").has(HASH)).toBe(false);
  });

  test("or a put of somebody else that waits is kept, however long it has waited", async () => {
    const start = await open();
    const crashing = await start(failingAt("after-commit"));
    await expect(put(crashing, "ada")).rejects.toMatchObject({ code: "commit_unknown" });
    const waiting = asidesOf(crashing);

    const later = { ...createSimulatedEnv("later"), now: () => Date.now() + 25 * 60 * 60_000 };
    const next = await start(later);
    await put(next, "bob");
    expect(asidesOf(next)).toEqual(waiting);
    expect(await text(await next.blobs("ada").open(HASH))).toBe("same");
  });

  test("that was not done yet never takes what was put after it, whoever comes to it first", async () => {
    const start = await open();
    await put(await start(), "ada");
    const crashing = await start(failingAt("after-commit"));
    await expect(remove(crashing, "ada")).rejects.toMatchObject({ code: "commit_unknown" });

    const next = await start(createSimulatedEnv("next"));
    await put(next, "ada");
    await next.recover(next.database);
    await remove(next, "bob");
    const last = await start(createSimulatedEnv("last"));
    await last.recover(last.database);
    expect(await text(await last.blobs("ada").open(HASH))).toBe("same");
  });

  test("beside puts of the same content by many calls at once leaves what the last of them said", async () => {
    const start = await open();
    const rooms = [await start(createSimulatedEnv("one")), await start(createSimulatedEnv("two"))];
    const [room] = rooms as [TestCallFiles];
    const order: ("put" | "remove")[] = [];
    const call = (n: number) =>
      (rooms[n % 2] ?? room).write(async ({ blobs, removeBlob }) => {
        const action = n % 3 === 0 ? "remove" : "put";
        if (action === "put") await blobs.put(Buffer.from("same"));
        else await removeBlob(HASH);
        order.push(action);
      }, "ada");
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 12 }, (_, n) => call(n + round)));
      await room.recover(room.database);
      expect([round, await room.blobs("ada").has(HASH)]).toEqual([round, order.at(-1) === "put"]);
    }
    expect(asidesOf(room)).toEqual([]);
  });
});

async function hashesOf(room: TestCallFiles, tenant: string): Promise<string[]> {
  const hashes: string[] = [];
  for await (const hash of room.blobs(tenant).list()) hashes.push(hash);
  return hashes;
}

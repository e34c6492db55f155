import { describe, expect, test } from "vitest";
import { WORLDS } from "../../src/apps/worlds.ts";
import { sha256 } from "../../src/kernel/canonical-json.ts";
import { BRING_OVER_POINTS } from "../../src/kernel/write-points.ts";
import { blobFiles, layBlobsFlat } from "../kit/flat-blobs.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES, freshDatabaseUrl, openTestKernel } from "../kit/kernel.ts";
import { crashWorld } from "./crash-world.ts";
import { startCrashMain } from "./server-process.ts";

const TEXTS = ["one", "two", "three", "four", "five"];
const HITS = 3;

describe.each(ENGINES)("on %s", (engine) => {
  test("processes killed while they bring over the blobs of an earlier build lose none", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await freshDatabaseUrl(engine);
    const open = () => openTestKernel({ folder, databaseUrl, worlds: [crashWorld, ...WORLDS], embedder: "none" });
    const writing = await open();
    for (const text of TEXTS) await writing.callTool("keep_file", { text }, { server: "crash" });
    await writing.close();
    const inPlace = blobFiles(folder);
    const args = ["--data", folder, ...(databaseUrl === undefined ? [] : ["--database", databaseUrl])];

    for (const point of BRING_OVER_POINTS) {
      layBlobsFlat(folder);
      const hits = point.startsWith("blobs") ? 1 : HITS;
      // Two at once, of which one or both are killed.
      const servers = [1, 2].map(() =>
        startCrashMain("crash", args, { CRASH_POINT: point, CRASH_ANSWERS: "0", CRASH_HITS: String(hits) }),
      );
      for (const server of servers) void server.call("keep_file", { text: "one" }).catch(() => {});
      await Promise.race(servers.map((server) => server.ended));
      expect(servers.some((server) => server.stderr.includes(`killed at ${point} after 0 answers`))).toBe(true);
      for (const server of servers) server.child.kill("SIGKILL");
      await Promise.all(servers.map((server) => server.ended));

      const kernel = await open();
      expect([point, await kernel.verify({ full: true })]).toMatchObject([
        point,
        { findings: [], remarks: [], blobs: 5 },
      ]);
      for (const text of TEXTS) expect(await kernel.parts.files.blobs("local").verify(sha256(text))).toBe(true);
      await kernel.close();
      expect([point, blobFiles(folder)]).toEqual([point, inPlace]);
    }
  });
});

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES, freshDatabaseUrl } from "../kit/kernel.ts";
import { times } from "../kit/thorough.ts";
import { type EntryFile, writeFixture } from "./instructions-fixture.ts";
import { type InstructionsServer, startInstructions } from "./instructions-server.ts";

const ADDS_EACH = times(150, 60);
const TRACKS_EACH = times(200, 80);
const GROOMS_EACH = times(12, 6);
const OVERWRITES_EACH = times(40, 20);
/** Counts are written half a second after a use: bursts at the same moment make both processes write at once. */
const BURSTS = times(5, 2);
const BURST_MS = 650;
const UNTIDY = 60;
const SHARED = 4;
const ENVIRONMENT = { MCP_ENABLE_MUTATION: "1", INDEX_FEATURES: "usage" };

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const core = { priority: 50, audience: "all", requirement: "optional" };

/** Files that grooming has to rewrite: a wrong hash, and categories out of order. */
const untidy = Array.from({ length: UNTIDY }, (_, n): EntryFile => {
  const body = `Untidy body ${n}.`;
  return {
    ...core,
    id: `untidy-${n}`,
    title: `Untidy ${n}`,
    body,
    categories: ["b", "A", "b"],
    sourceHash: "0".repeat(64),
  };
});
const usedIds = untidy.slice(0, 10).map(({ id }) => id);

const bodyOf = (who: string, n: number) =>
  `Body ${n} of process ${who}.\n${"A line to tear in two. ".repeat(60)}`.trim();
const sharedBody = (who: string, turn: number) => `Turn ${turn} of process ${who}.\n${who.repeat(3000)}`;

const inTurn = async (times: number, act: (turn: number) => Promise<unknown>) => {
  for (let turn = 0; turn < times; turn++) await act(turn);
};

/** All that one process does at once; its adds are all in flight together, as a client may send them. */
function work({ ask }: InstructionsServer, who: string): Promise<unknown> {
  return Promise.all([
    ...Array.from({ length: ADDS_EACH }, async (_, n) => {
      const entry = {
        ...core,
        id: `${who}-${n}`,
        title: `Entry ${n}`,
        body: bodyOf(who, n),
        categories: ["made", who],
      };
      expect(await ask("instructions/add", { entry })).toMatchObject({ id: entry.id, created: true });
    }),
    inTurn(GROOMS_EACH, () => ask("instructions/groom", { mode: {} })),
    inTurn(OVERWRITES_EACH, (turn) => {
      const entry = {
        ...core,
        id: `shared-${turn % SHARED}`,
        title: "Shared",
        body: sharedBody(who, turn),
        categories: [],
      };
      return ask("instructions/add", { entry, overwrite: true });
    }),
    inTurn(TRACKS_EACH, async (turn) => {
      const id = usedIds[turn % usedIds.length] ?? "";
      expect(await ask("usage/track", { id })).toMatchObject({ id, usageCount: expect.any(Number) });
    }),
  ]);
}

function readEntries(data: string): Map<string, EntryFile> {
  const folder = join(data, "instructions");
  const names = readdirSync(folder).filter((name) => name.endsWith(".json") && !name.startsWith("."));
  return new Map(
    names.map((name) => [name.slice(0, -".json".length), JSON.parse(readFileSync(join(folder, name), "utf8"))]),
  );
}

/** Reads every file over and over until told to stop: a torn one would not parse. */
async function watchForTornFiles(data: string, stop: AbortSignal): Promise<number> {
  let looks = 0;
  for (; !stop.aborted; looks++) {
    readEntries(data);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return looks;
}

describe.each(ENGINES)("on %s", (engine) => {
  test("two processes that add, overwrite, groom and track at once lose nothing, tear nothing and count right", async () => {
    const data = temporaryFolder();
    const url = await freshDatabaseUrl(engine);
    const environment = { ...ENVIRONMENT, ...(url !== undefined && { BAILIWICK_DATABASE_URL: url }) };
    writeFixture(data, untidy);
    const ada = startInstructions(data, environment);
    const bob = startInstructions(data, environment);
    const done = new AbortController();
    const watching = watchForTornFiles(data, done.signal);

    await Promise.all([work(ada, "a"), work(bob, "b")]);
    const hashes = await Promise.all([ada, bob].map(async ({ ask }) => (await ask("instructions/list", {})).hash));
    done.abort();
    const trackAll = () =>
      Promise.all([ada, bob].flatMap(({ ask }) => usedIds.map((id) => ask("usage/track", { id }))));
    for (let burst = 0; burst < BURSTS; burst++) {
      await trackAll();
      await new Promise((resolve) => setTimeout(resolve, BURST_MS));
    }
    await trackAll();
    expect(await watching).toBeGreaterThan(10);
    // One client closes the pipe, the other process is asked to stop: both write what they still hold.
    ada.process.child.kill("SIGTERM");
    await ada.process.ended;
    expect([ada.process.exitCode, await bob.end()]).toEqual([0, 0]);
    expect([ada.process.stderr, bob.process.stderr]).toEqual(["", ""]);

    const entries = readEntries(data);
    const expected = [
      ...["a", "b"].flatMap((who) => Array.from({ length: ADDS_EACH }, (_, n) => `${who}-${n}`)),
      ...Array.from({ length: SHARED }, (_, n) => `shared-${n}`),
      ...untidy.map(({ id }) => id),
    ].sort();
    expect([...entries.keys()].sort()).toEqual(expected);
    for (const who of ["a", "b"]) {
      const bodies = Array.from({ length: ADDS_EACH }, (_, n) => entries.get(`${who}-${n}`)?.body);
      expect(bodies).toEqual(bodies.map((_, n) => bodyOf(who, n)));
    }
    // Each shared entry says what one of the two wrote last.
    for (let n = 0; n < SHARED; n++) {
      const last = OVERWRITES_EACH - SHARED + n;
      expect([sharedBody("a", last), sharedBody("b", last)]).toContain(entries.get(`shared-${n}`)?.body);
    }
    expect(untidy.map(({ id }) => entries.get(id))).toEqual(
      untidy.map(({ id, body }) =>
        expect.objectContaining({ id, body, categories: ["a", "b"], sourceHash: sha256(body) }),
      ),
    );
    const leftovers = readdirSync(join(data, "instructions")).filter((name) => name.endsWith(".tmp"));
    expect(leftovers).toEqual([]);

    const usage = JSON.parse(readFileSync(join(data, "usage-snapshot.json"), "utf8"));
    const counts = Object.entries(usage as Record<string, { usageCount: number }>).map(([id, { usageCount }]) => [
      id,
      usageCount,
    ]);
    expect(counts).toEqual(
      [...usedIds].sort().map((id) => [id, 2 * (BURSTS + 1) + (2 * TRACKS_EACH) / usedIds.length]),
    );

    const all = [...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const expectedHash = sha256(all.map(({ id, body }) => `${id}:${sha256(body.trim())}`).join("|"));
    expect(hashes).toEqual([expectedHash, expectedHash]);
    const fresh = startInstructions(data, environment);
    expect(await fresh.ask("integrity/verify")).toMatchObject({
      hash: expectedHash,
      count: expected.length,
      issues: [],
      skipped: [],
    });
    expect(await fresh.end()).toBe(0);
  });
});

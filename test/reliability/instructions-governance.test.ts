import { execFileSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { CLEAN_ENVIRONMENT } from "../kit/processes.ts";
import { times } from "../kit/thorough.ts";
import {
  authoredEntry,
  datedEntry,
  type EntryFile,
  editEntry,
  expectedGovernanceHash,
  writeFixture,
} from "./instructions-fixture.ts";
import { startInstructions } from "./instructions-server.ts";
import { createSeededRandom } from "./seeded-random.ts";

const SHUFFLE = new URL("./instructions-shuffle-readdir.ts", import.meta.url);
const LOCALES = ["C", "de_DE.UTF-8", "tr_TR.UTF-8", "sv_SE.UTF-8", "ja_JP.UTF-8"];
const TIME_ZONES = ["UTC", "America/New_York", "Pacific/Kiritimati"];
const ROUNDS = times(25, 5);
const MUTATION = { MCP_ENABLE_MUTATION: "1" };

/** The surroundings of one start: no two neighbours are alike. */
function surroundings(turn: number): Record<string, string> {
  const locale = LOCALES[turn % LOCALES.length] ?? "";
  return {
    LC_ALL: locale,
    LANG: locale,
    TZ: TIME_ZONES[turn % TIME_ZONES.length] ?? "",
    NODE_OPTIONS: `--import=${SHUFFLE.href}`,
    SHUFFLE_SEED: String(turn),
  };
}

async function hashOf(data: string, environment: Record<string, string> = {}): Promise<string> {
  const server = startInstructions(data, environment);
  const { governanceHash } = await server.ask("instructions/governanceHash");
  expect(await server.end()).toBe(0);
  return governanceHash;
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = createSeededRandom(seed);
  const rest = [...items];
  return items.map(() => rest.splice(random.below(rest.length), 1)[0] as Item);
}

test("the surroundings of the starts really differ", () => {
  const show =
    "const {locale,timeZone}=Intl.DateTimeFormat().resolvedOptions();" +
    "console.log(JSON.stringify([locale,timeZone,require('node:fs').readdirSync(process.argv[1]).join()]))";
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const seen = Array.from({ length: 15 }, (_, turn) =>
    JSON.parse(
      execFileSync(process.execPath, ["-e", show, folder], {
        env: { ...CLEAN_ENVIRONMENT, ...surroundings(turn) },
        encoding: "utf8",
      }),
    ),
  );

  expect(new Set(seen.map(([locale]) => locale)).size).toBe(LOCALES.length);
  expect(new Set(seen.map(([, timeZone]) => timeZone)).size).toBe(TIME_ZONES.length);
  expect(new Set(seen.map(([, , order]) => order)).size).toBe(seen.length);
});

test(`${ROUNDS * 2} starts, two at a time, in 5 locales and 3 time zones, from files read in random order, give one hash`, async () => {
  const entries = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? datedEntry(n) : authoredEntry(n)));
  const kept = temporaryFolder();
  writeFixture(kept, entries);
  const hashes: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Every other round is a restart on the same data, whose files were put there anew in another order.
    const data = round % 2 === 0 ? kept : temporaryFolder();
    if (round % 2 === 0) rmSync(join(data, "instructions"), { recursive: true });
    writeFixture(data, shuffled(entries, round));
    hashes.push(
      ...(await Promise.all([
        hashOf(data, surroundings(round * 2)),
        hashOf(data, { ...surroundings(round * 2 + 1), ...(round % 4 === 1 && MUTATION) }),
      ])),
    );
  }

  expect(hashes).toEqual(Array.from({ length: ROUNDS * 2 }, () => expectedGovernanceHash(entries)));
});

/** One edit of every field that governance is about, and of those it follows from. */
const GOVERNANCE_EDITS: readonly [string, (entry: EntryFile) => EntryFile][] = [
  ["title", (entry) => ({ ...entry, title: "Another title" })],
  ["version", (entry) => ({ ...entry, version: "1.0.1" })],
  ["owner", (entry) => ({ ...entry, owner: "another-team" })],
  ["priorityTier", (entry) => ({ ...entry, priorityTier: "P2" })],
  ["nextReviewDue", (entry) => ({ ...entry, nextReviewDue: "2031-01-01T00:00:00.000Z" })],
  ["semanticSummary", (entry) => ({ ...entry, semanticSummary: "Another summary" })],
  [
    "changeLog",
    (entry) => ({
      ...entry,
      changeLog: ["1.0.0", "1.0.1"].map((version) => ({
        version,
        changedAt: "2026-01-01T00:00:00.000Z",
        summary: "x",
      })),
    }),
  ],
];

describe.each([
  ["mutation off", {}],
  ["mutation on", MUTATION],
] as const)("with %s", (_mode, environment) => {
  const open = (entries: readonly EntryFile[]) => {
    const data = temporaryFolder();
    writeFixture(data, entries);
    return { data, running: startInstructions(data, environment) };
  };
  const hashIn = async (running: ReturnType<typeof startInstructions>): Promise<string> =>
    (await running.ask("instructions/governanceHash")).governanceHash;

  test("an edit of any governance field by hand moves the hash, in the running process and in the next alike", async () => {
    const entries = [datedEntry(0), datedEntry(1), datedEntry(2)];
    const { data, running } = open(entries);
    const hashes = [await hashIn(running)];
    for (const [, edit] of GOVERNANCE_EDITS) {
      editEntry(data, datedEntry(1).id, edit);
      hashes.push(await hashIn(running));
    }
    const folder = join(data, "instructions");
    renameSync(join(folder, `${datedEntry(2).id}.json`), join(folder, "renamed.json"));
    editEntry(data, "renamed", (entry) => ({ ...entry, id: "renamed" }));
    hashes.push(await hashIn(running));

    expect(new Set(hashes).size).toBe(GOVERNANCE_EDITS.length + 2);
    expect(hashes[0]).toBe(expectedGovernanceHash(entries));
    expect(await hashOf(data, environment)).toBe(hashes.at(-1));
  });

  const BODIES = [
    "First line, rewritten.\n\nSecond line too.",
    "Only the first line differs now.\n\nSecond line too.",
    "Only the first line differs now.\n\nA new second line.\n\nAnd a third.",
  ];

  test.each([
    ["that store a summary and a creation time", datedEntry],
    ["that store neither", authoredEntry],
  ] as const)("edits of the body alone move nothing in files %s", async (_kind, make) => {
    const entries = [make(0), make(1), make(2)];
    const { data, running } = open(entries);
    const before = await hashIn(running);
    const during: string[] = [];
    for (const body of BODIES) {
      editEntry(data, make(1).id, (entry) => ({ ...entry, body }));
      during.push(await hashIn(running));
      expect((await running.ask("instructions/get", { id: make(1).id })).item.body).toBe(body);
    }
    const restarted = await hashOf(data, environment);
    expect(await running.end()).toBe(0);
    // Also while no process is there to see it.
    editEntry(data, make(2).id, (entry) => ({ ...entry, body: "Edited in the night." }));

    expect(before).toBe(expectedGovernanceHash(entries));
    expect([...during, restarted, await hashOf(data, environment)]).toEqual(Array(BODIES.length + 2).fill(before));
  });
});

test("turning mutation on and off again moves nothing", async () => {
  const entries = [authoredEntry(0), datedEntry(1), authoredEntry(2)];
  const data = temporaryFolder();
  writeFixture(data, entries);

  const off = await hashOf(data);
  const on = await hashOf(data, MUTATION);
  editEntry(data, authoredEntry(0).id, (entry) => ({ ...entry, body: "New first line." }));
  const edited = await hashOf(data);

  expect([off, on, edited]).toEqual(Array(3).fill(expectedGovernanceHash(entries)));
});

import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Spread, spreadOf } from "../kit/statistics.ts";
import { bytesOf, CATEGORY, completeEntry, idOf, makeEntry, rareEntries, rareWordOf, writeEntries } from "./corpus.ts";
import { type Asked, answerIn, type LineClient, openLineClient } from "./line-client.ts";

/** What a client of the built product waits for each question, over stdio. */
export interface CallTimes {
  readonly entries: number;
  readonly fileBytes: number;
  readonly memory: Memory;
  readonly calls: Readonly<Record<string, CallTime>>;
}

export interface CallTime {
  readonly ms: Spread;
  readonly cpuMs: Spread;
  readonly times: number;
  readonly answerBytes: number;
}

/** Memory in RAM. "More" is beyond the same process with an empty catalog after the same questions. */
export interface Memory {
  readonly loadedMiB: number;
  readonly loadedMoreMiB: number;
  readonly searchedMiB: number;
  readonly searchedMoreMiB: number;
  /** After everything that is measured here, whole lists included. */
  readonly afterAllMiB: number;
}

const ENVIRONMENT = { MCP_ENABLE_MUTATION: "1", INDEX_FEATURES: "usage" };

/** Asks everything of a server over `count` entries, each answer checked. */
export async function measureCalls(folder: string, count: number): Promise<CallTimes> {
  const data = join(folder, `calls-${count}`);
  const instructions = writeEntries(data, count, completeEntry);
  const fileBytes = bytesOf(instructions);
  const empty = await restingEmpty(join(folder, `empty-${count}`));
  const client = await openLineClient(data, ENVIRONMENT);
  try {
    const resting = await rest(client);
    const calls = await askAll(client, count);
    const afterAllMiB = client.residentMiB();
    const files = readdirSync(instructions).filter((name) => name.startsWith("added-"));
    if (files.length !== calls.added) throw new Error(`${files.length} of ${calls.added} added entries are files`);
    return {
      entries: count,
      fileBytes,
      memory: {
        loadedMiB: resting.loadedMiB,
        loadedMoreMiB: resting.loadedMiB - empty.loadedMiB,
        searchedMiB: resting.searchedMiB,
        searchedMoreMiB: resting.searchedMiB - empty.searchedMiB,
        afterAllMiB,
      },
      calls: calls.times,
    };
  } finally {
    await client.close();
  }
}

async function restingEmpty(data: string): Promise<Resting> {
  mkdirSync(join(data, "instructions"), { recursive: true });
  const client = await openLineClient(data, ENVIRONMENT);
  const resting = await rest(client);
  await client.close();
  return resting;
}

interface Resting {
  readonly loadedMiB: number;
  readonly searchedMiB: number;
}

/** The same few questions to any catalog, and the memory after them. */
async function rest(client: LineClient): Promise<Resting> {
  await client.ask("instructions/list", { category: CATEGORY });
  await client.ask("instructions/get", { id: idOf(1) });
  const loadedMiB = client.residentMiB();
  await client.ask("instructions/search", { q: rareWordOf(0) });
  await client.ask("instructions/governanceHash", {});
  return { loadedMiB, searchedMiB: client.residentMiB() };
}

type Check = (value: ReturnType<typeof answerIn>) => boolean;

async function askAll(client: LineClient, count: number) {
  const times: Record<string, CallTime> = {};
  const rare = rareEntries(count);
  let added = 0;

  async function measure(name: string, turns: number, ask: (turn: number) => Promise<Asked>, check: Check) {
    const ms: number[] = [];
    const cpuMs: number[] = [];
    let answerBytes = 0;
    for (let turn = 0; turn < turns; turn++) {
      const asked = await ask(turn);
      ms.push(asked.ms);
      cpuMs.push(asked.cpuMs);
      answerBytes = asked.line.length;
      if (turn === 0 && !check(answerIn(asked)))
        throw new Error(`${name} answered wrong: ${asked.line.subarray(0, 500)}`);
    }
    times[name] = { ms: spreadOf(ms), cpuMs: spreadOf(cpuMs), times: turns, answerBytes };
  }
  const both = async (name: string, turns: number, tool: string, args: (turn: number) => object, check: Check) => {
    const method = METHODS[tool] ?? tool;
    await measure(`${name}, method`, turns, (turn) => client.ask(method, args(turn * 2)), check);
    await measure(`${name}, tools/call`, turns, (turn) => client.call(tool, args(turn * 2 + 1)), check);
  };
  const newEntry = () => {
    added += 1;
    return { entry: { ...makeEntry(count + added), id: `added-${added}` } };
  };

  await both(
    "get",
    200,
    "instructions_get",
    (turn) => ({ id: idOf((turn * 37) % count) }),
    ({ item }) => item.body !== "",
  );
  await both(
    "list one category",
    40,
    "instructions_list",
    () => ({ category: CATEGORY }),
    (found) => found.count > 0,
  );
  await both(
    "list",
    9,
    "instructions_list",
    () => ({}),
    (found) => found.count === count,
  );
  await both(
    "search a rare word",
    60,
    "instructions_search",
    (turn) => ({ q: rareWordOf(rare[turn % rare.length] ?? 0) }),
    (found) => found.count === 1,
  );
  await both(
    "governance hash, nothing changed",
    9,
    "instructions_governance_hash",
    () => ({}),
    (it) => it.count === count,
  );
  await both("add", 40, "instructions_add", newEntry, ({ created }) => created === true);
  // The first search after a change pays for what the change made stale.
  const stale = async (name: string, ask: () => Promise<Asked>, check: Check) =>
    measure(
      `${name}, after an add`,
      9,
      async () => {
        await client.ask("instructions/add", newEntry());
        return ask();
      },
      check,
    );
  await stale(
    "search a rare word",
    () => client.ask("instructions/search", { q: rareWordOf(0) }),
    ({ count: found }) => found === 1,
  );
  await stale(
    "governance hash",
    () => client.ask("instructions/governanceHash", {}),
    (it) => it.count === count + added,
  );
  await measureDiff(client, measure, newEntry);
  await both(
    "track usage",
    40,
    "usage_track",
    (turn) => ({ id: idOf(turn) }),
    ({ usageCount }) => usageCount === 1,
  );
  return { times, added };
}

const METHODS: Readonly<Record<string, string>> = {
  instructions_get: "instructions/get",
  instructions_list: "instructions/list",
  instructions_search: "instructions/search",
  instructions_governance_hash: "instructions/governanceHash",
  instructions_add: "instructions/add",
  usage_track: "usage/track",
};

/** A client that knows all but the last change must be told that one change and no more. */
async function measureDiff(
  client: LineClient,
  measure: (name: string, turns: number, ask: () => Promise<Asked>, check: Check) => Promise<void>,
  newEntry: () => { entry: { id: string } },
): Promise<void> {
  const { hash, items } = answerIn(await client.ask("instructions/list", {}));
  const known = items.map(({ id, sourceHash }: Record<string, string>) => ({ id, sourceHash }));
  await measure(
    "diff, nothing changed",
    20,
    () => client.ask("instructions/diff", { clientHash: hash }),
    (value) => value.upToDate === true,
  );
  const { entry } = newEntry();
  await client.ask("instructions/add", { entry });
  await measure(
    "diff, one of all known changed",
    9,
    () => client.ask("instructions/diff", { clientHash: hash, known }),
    ({ added, updated, removed }) =>
      added.length === 1 && added[0].id === entry.id && updated.length === 0 && removed.length === 0,
  );
}

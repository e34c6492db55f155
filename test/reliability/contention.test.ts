import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES, type Engine, freshDatabaseUrl } from "../kit/kernel.ts";
import { runCli } from "../kit/processes.ts";
import { times } from "../kit/thorough.ts";
import { contend } from "./contention.ts";

const PROCESSES = 4;
const WRITES_EACH = times(250, 100);
const RACES = times(4, 2);

async function freshArguments(engine: Engine): Promise<string[]> {
  const url = await freshDatabaseUrl(engine);
  return ["--data", temporaryFolder(), ...(url === undefined ? [] : ["--database", url])];
}

async function expectLog(args: readonly string[], entries: number): Promise<void> {
  expect(await runCli(["verify", ...args])).toEqual({
    code: 0,
    stdout: `ok: ${entries} entries of 1 tenant, 0 blobs; tables, index and quotes were not compared: verify --full does\n`,
    stderr: "",
  });
  expect(await runCli(["replay", ...args])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^state root: [0-9a-f]{64}$/m),
  });
}

describe.each(ENGINES)("on %s", (engine) => {
  test("four processes that start at once on nothing keep every write and tell no client of any trouble", async () => {
    const args = await freshArguments(engine);
    const total = PROCESSES * WRITES_EACH;

    const { acks, troubles, durationMs } = await contend(args, PROCESSES, WRITES_EACH);

    process.stderr.write(`contention on ${engine}: ${acks.length} acknowledged in ${Math.round(durationMs)} ms\n`);
    expect(troubles).toEqual([]);
    expect(new Set(acks.map((ack) => ack.eventId)).size).toBe(total);
    expect(acks.map((ack) => ack.seq).sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    await expectLog(args, total);
  });

  test("processes that race to create the schema all win", async () => {
    for (let race = 0; race < RACES; race++) {
      const args = await freshArguments(engine);

      const { acks, troubles } = await contend(args, PROCESSES, 1);

      expect(troubles).toEqual([]);
      expect(acks.map((ack) => ack.seq).sort()).toEqual([1, 2, 3, 4]);
    }
  });
});

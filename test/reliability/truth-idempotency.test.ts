import { describe, expect, test } from "vitest";
import { WRITE_POINTS } from "../../src/kernel/write-points.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES, type Engine, freshDatabaseUrl } from "../kit/kernel.ts";
import { runCli } from "../kit/processes.ts";
import { sampled } from "../kit/thorough.ts";
import { FILE_POINTS } from "./kill-loop.ts";
import { type ServerProcess, startCrashMain } from "./server-process.ts";
import { answerOf, endAll, replayedRoot, startTruth } from "./truth-processes.ts";

const ROW = { entity_type: "person", name: "Ida Holm", role: "pilot" };
const STORE = { idempotency_key: "once", entities: [ROW] };
const SAME_CALLS = 50;

/** A folder of its own, and the flags that say where its database is. */
async function place(engine: Engine): Promise<{ folder: string; database: readonly string[] }> {
  const url = await freshDatabaseUrl(engine);
  return { folder: temporaryFolder(), database: url === undefined ? [] : ["--database", url] };
}

/** What the log has, in order: the kind of every entry. */
async function recorded(folder: string, database: readonly string[]): Promise<string[]> {
  const { stdout } = await runCli(["audit", "--csv", "--data", folder, ...database]);
  const [head = "", ...lines] = stdout.trim().split("\n");
  const kind = head.split(",").indexOf("kind");
  return lines.map((line) => line.split(",")[kind] ?? "");
}

async function crashMain(args: readonly string[], plan: Record<string, string>): Promise<ServerProcess> {
  const server = startCrashMain("truth", args, plan);
  await server.says("ready");
  await server.initialize();
  return server;
}

/** An answer without whether it was given before. */
function wordsOf({ replayed: _, ...answer }: ReturnType<typeof answerOf>) {
  return answer;
}

let clean: string | undefined;

/** What one call alone leaves behind, on either engine. */
async function cleanRoot(): Promise<string> {
  clean ??= await makeCleanRoot();
  return clean;
}

async function makeCleanRoot(): Promise<string> {
  const folder = temporaryFolder();
  const servers = await startTruth(folder, 1);
  answerOf(await (servers[0] as ServerProcess).call("store_structured", STORE));
  await endAll(servers);
  return replayedRoot(folder);
}

describe.each(ENGINES)("on %s", (engine) => {
  test("fifty calls with one key over two processes at once have one effect and one answer", async () => {
    const { folder, database } = await place(engine);
    const servers = await startTruth(folder, 2, database);

    const ends = await Promise.all(
      Array.from({ length: SAME_CALLS }, (_, n) => (servers[n % 2] as ServerProcess).call("store_structured", STORE)),
    );

    const answers = ends.map(answerOf);
    expect(answers.map(wordsOf)).toEqual(Array.from({ length: SAME_CALLS }, () => wordsOf(answers[0])));
    expect(answers.filter(({ replayed }) => replayed !== true)).toHaveLength(1);
    expect(await recorded(folder, database)).toHaveLength(1);
    expect(new Set(await endAll(servers))).toEqual(new Set([0, ""]));
    expect(await replayedRoot(folder, database)).toBe(await cleanRoot());
  });

  test("the same key with another payload is refused by every process, changes nothing and is recorded", async () => {
    const { folder, database } = await place(engine);
    const servers = await startTruth(folder, 2, database);
    const [one, other] = servers as [ServerProcess, ServerProcess];
    answerOf(await one.call("store_structured", STORE));
    const before = await replayedRoot(folder, database);

    const refused = await other.call("store_structured", { ...STORE, entities: [{ ...ROW, role: "cook" }] });

    expect(refused).toEqual({ failed: "IDEMPOTENCY_MISMATCH" });
    expect(await recorded(folder, database)).toEqual([expect.not.stringMatching("refused"), "refused"]);
    expect(await replayedRoot(folder, database)).toBe(before);
    await endAll(servers);
  });

  const points = WRITE_POINTS.filter((point) => !FILE_POINTS.includes(point));
  const tried = engine === "sqlite" ? sampled(points, 2) : sampled(points, 4, 1);
  test.each(tried)(
    "killed at %s, the same key has one effect after a crash before the answer, and answers the same from then on",
    async (point) => {
      const { folder, database } = await place(engine);
      const args = ["--data", folder, ...database];
      const dying = await crashMain(args, { CRASH_POINT: point });
      const cut = await dying.call("store_structured", STORE);
      expect(cut).toEqual({ died: true });
      expect(await dying.ended).toBe("SIGKILL");

      const next = await crashMain(args, {});
      const answer = answerOf(await next.call("store_structured", STORE));
      const again = answerOf(await next.call("store_structured", STORE));

      expect(again).toEqual({ ...answer, replayed: true });
      expect(answer.entities).toHaveLength(1);
      const { total } = answerOf(await next.call("list_observations", { entity_id: answer.entities[0].entity_id }));
      expect(total).toBe(1);
      await next.end();
      expect(await recorded(folder, database)).toHaveLength(1);
      expect(await replayedRoot(folder, database)).toBe(await cleanRoot());
    },
  );
});

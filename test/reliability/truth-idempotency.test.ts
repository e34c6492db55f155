import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { WRITE_POINTS } from "../../src/kernel/write-points.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { sampled } from "../kit/thorough.ts";
import { FILE_POINTS } from "./kill-loop.ts";
import { type ServerProcess, startCrashMain } from "./server-process.ts";
import { answerOf, endAll, replayedRoot, startTruth } from "./truth-processes.ts";

const ROW = { entity_type: "person", name: "Ida Holm", role: "pilot" };
const STORE = { idempotency_key: "once", entities: [ROW] };
const SAME_CALLS = 50;

/** The kinds of everything in the log that is no refusal, in order. */
function recorded(folder: string): string[] {
  const db = new Sqlite(join(folder, "bailiwick.db"), { readonly: true });
  try {
    const rows = db.prepare("select kind from event where kind <> 'refused' order by seq").all() as { kind: string }[];
    return rows.map(({ kind }) => kind);
  } finally {
    db.close();
  }
}

async function crashMain(folder: string, plan: Record<string, string>): Promise<ServerProcess> {
  const server = startCrashMain("truth", ["--data", folder], plan);
  await server.says("ready");
  await server.initialize();
  return server;
}

/** An answer without whether it was given before. */
function wordsOf({ replayed: _, ...answer }: ReturnType<typeof answerOf>) {
  return answer;
}

let clean: string | undefined;

/** What one call alone leaves behind. */
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

test("fifty calls with one key over two processes at once have one effect and one answer", async () => {
  const folder = temporaryFolder();
  const servers = await startTruth(folder, 2);

  const ends = await Promise.all(
    Array.from({ length: SAME_CALLS }, (_, n) => (servers[n % 2] as ServerProcess).call("store_structured", STORE)),
  );

  const answers = ends.map(answerOf);
  expect(answers.map(wordsOf)).toEqual(Array.from({ length: SAME_CALLS }, () => wordsOf(answers[0])));
  expect(answers.filter(({ replayed }) => replayed !== true)).toHaveLength(1);
  expect(recorded(folder)).toHaveLength(1);
  expect(new Set(await endAll(servers))).toEqual(new Set([0, ""]));
  expect(await replayedRoot(folder)).toBe(await cleanRoot());
});

test("the same key with another payload is refused by every process and changes nothing", async () => {
  const folder = temporaryFolder();
  const servers = await startTruth(folder, 2);
  const [one, other] = servers as [ServerProcess, ServerProcess];
  answerOf(await one.call("store_structured", STORE));
  const before = await replayedRoot(folder);

  const refused = await other.call("store_structured", { ...STORE, entities: [{ ...ROW, role: "cook" }] });

  expect(refused).toEqual({ failed: "IDEMPOTENCY_MISMATCH" });
  expect(recorded(folder)).toHaveLength(1);
  expect(await replayedRoot(folder)).toBe(before);
  await endAll(servers);
});

describe.each(
  sampled(
    WRITE_POINTS.filter((point) => !FILE_POINTS.includes(point)),
    2,
  ),
)("killed at %s", (point) => {
  test("the same key has one effect after a crash before the answer, and answers the same from then on", async () => {
    const folder = temporaryFolder();
    const dying = await crashMain(folder, { CRASH_POINT: point });
    const cut = await dying.call("store_structured", STORE);
    expect(cut).toEqual({ died: true });
    expect(await dying.ended).toBe("SIGKILL");

    const next = await crashMain(folder, {});
    const answer = answerOf(await next.call("store_structured", STORE));
    const again = answerOf(await next.call("store_structured", STORE));

    expect(again).toEqual({ ...answer, replayed: true });
    expect(answer.entities).toHaveLength(1);
    const { total } = answerOf(await next.call("list_observations", { entity_id: answer.entities[0].entity_id }));
    expect(total).toBe(1);
    await next.end();
    expect(recorded(folder)).toHaveLength(1);
    expect(await replayedRoot(folder)).toBe(await cleanRoot());
  });
});

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DOOR, endServer, startServer } from "../kit/server-process.ts";
import { madePassages, madeQuestions } from "./corpus.ts";

const NOTEBOOKS = 200;

export interface ColdResult {
  /** From starting the process to its first answer to a search. */
  readonly firstAnswerMs: number;
  /** Of that, the search itself. */
  readonly callMs: number;
}

/** A client that starts the notebook server and asks at once; the collection was imported before. */
export async function measureColdStart(): Promise<ColdResult> {
  const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
  try {
    const notes = join(folder, "notes");
    await mkdir(notes);
    const passages = [...madePassages(NOTEBOOKS)];
    await Promise.all(passages.map(({ id, text }) => writeFile(join(notes, `${id}.md`), `# ${id}\n\n${text}\n`)));
    const data = ["--data", join(folder, "data")];
    await endServer(startServer([DOOR, "import", "notebook", notes, ...data]));
    // Once before, so that what is measured is a start, not the first reading of the files.
    await askOnce(data);
    return await askOnce(data);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function askOnce(data: readonly string[]): Promise<ColdResult> {
  const started = performance.now();
  const server = startServer([DOOR, "mcp", "notebook", ...data]);
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method: string, params: unknown) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })}\n`);
    const { result } = JSON.parse((await lines.next()).value ?? "{}") as { result?: { isError?: boolean } };
    if (result === undefined || result.isError) throw new Error(`${method} was refused`);
  };
  await ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  await ask("tools/call", { name: "enter_collection", arguments: { collection_id: "notes" } });
  const entered = performance.now();
  await ask("tools/call", { name: "semantic_search", arguments: { query: madeQuestions(1)[0] } });
  const answered = performance.now();
  await endServer(server);
  return { firstAnswerMs: answered - started, callMs: answered - entered };
}

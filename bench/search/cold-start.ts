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
  const answers = new Map<number, number>();
  const done = new Promise<void>((resolve) => {
    createInterface({ input: server.stdout }).on("line", (line) => {
      const { id, result } = JSON.parse(line) as { id: number; result?: { isError?: boolean } };
      if (result?.isError) throw new Error(`the server refused: ${line}`);
      answers.set(id, performance.now());
      if (id === 3) resolve();
    });
  });
  const send = (id: number | undefined, method: string, params: unknown) =>
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...(id !== undefined && { id }), method, params })}\n`);
  send(1, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  send(undefined, "notifications/initialized", {});
  send(2, "tools/call", { name: "enter_collection", arguments: { collection_id: "notes" } });
  send(3, "tools/call", { name: "semantic_search", arguments: { query: madeQuestions(1)[0] } });
  await done;
  await endServer(server);
  return {
    firstAnswerMs: (answers.get(3) ?? Number.NaN) - started,
    callMs: (answers.get(3) ?? Number.NaN) - (answers.get(2) ?? Number.NaN),
  };
}

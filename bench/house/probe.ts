import { Agent } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { ask, callTruth, type Line } from "./ask.ts";

// What others notice, measured by a thread of its own: the one that makes the load has no time to look at the clock.

export interface ProbeOptions {
  readonly url: string;
  /** Clients that read, each with a socket of its own. */
  readonly readers: number;
  /** How long each waits between an answer and the next question. */
  readonly pauseMs: number;
}

export interface ProbeReport {
  /** How long each answer took, in milliseconds. */
  readonly health: readonly number[];
  readonly reads: readonly number[];
  /** Questions that got no answer, or a wrong one. */
  readonly failures: readonly string[];
}

const { url, readers, pauseMs } = workerData as ProbeOptions;
const port = parentPort;
if (port === null) throw new Error("this is a worker");

const health: number[] = [];
const reads: number[] = [];
const failures: string[] = [];
let isOver = false;

async function keepAsking(question: (line: Line) => Promise<void>, times: number[]): Promise<void> {
  const line: Line = { url, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
  while (!isOver) {
    const startedMs = performance.now();
    try {
      await question(line);
      times.push(performance.now() - startedMs);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  line.agent?.destroy();
}

async function checkHealth(line: Line): Promise<void> {
  const { status } = await ask(line, "/healthz");
  if (status !== 200) throw new Error(`healthz answered ${status}`);
}

const asking = [
  keepAsking(checkHealth, health),
  ...Array.from({ length: readers }, () =>
    keepAsking((line) => callTruth(line, "retrieve_entities", { entity_type: "company", limit: 5 }), reads),
  ),
];
port.once("message", async () => {
  isOver = true;
  await Promise.all(asking);
  const report: ProbeReport = { health, reads, failures };
  port.postMessage(report);
});

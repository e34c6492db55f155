import { type Command, DOOR, ROOT } from "../kit/server-process.ts";
import { ratioOf, rotated, type Spread, spreadOf } from "../kit/statistics.ts";
import { openHttpLane, startHttpServer } from "./http-lane.ts";
import { type Lane, type Load, load } from "./lane.ts";
import type { Era, Question } from "./messages.ts";
import { openStdioLane } from "./stdio-lane.ts";

const ROUNDS = 7;
const SLICE_MS = 300;
const WARM_UP_MS = 1500;
const CONCURRENCIES = [1, 16];
const ERAS: readonly Era[] = ["legacy", "modern"];

/** One tool on one server over one way. */
interface Contender {
  readonly name: "empty" | "read" | "text";
  readonly lane: Lane;
  readonly question: Question;
}

export interface Cost {
  readonly callsPerSecond: Spread;
  readonly cpuMicros: Spread;
}

/** One row: how the product's tools compare with the SDK's empty tool, measured in turns. */
export interface Comparison {
  readonly transport: "stdio" | "http";
  readonly era: Era;
  readonly concurrency: number;
  readonly empty: Cost;
  readonly read: Cost;
  readonly text: Cost;
  /** The share of the empty tool's throughput that the product's tool reaches. */
  readonly readThroughput: Spread;
  readonly textThroughput: Spread;
  /** The same share as CPU time gives it: the empty tool's CPU per call over ours. */
  readonly readCpu: Spread;
  readonly textCpu: Spread;
}

const EMPTY: Question = { tool: "empty", arguments: [{}] };
const TEXT: Question = { tool: "test_simple_text", arguments: [{}] };

/** Compares over stdio and HTTP, in both eras, alone and with 16 calls in flight. */
export async function compareThroughput(
  folder: string,
  noteIds: readonly string[],
  progress: (line: string) => void,
): Promise<Comparison[]> {
  const read: Question = { tool: "test_read", arguments: noteIds.map((id) => ({ id })) };
  return [...(await overStdio(folder, read, progress)), ...(await overHttp(folder, read, progress))];
}

async function overStdio(folder: string, read: Question, progress: (line: string) => void): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const era of ERAS) {
    progress(`stdio, ${era}`);
    const empty = await openStdioLane(baseline("stdio"), era);
    const product = await openStdioLane([DOOR, "mcp", "conformance", "--data", folder], era);
    comparisons.push(...(await compare("stdio", era, empty, product, read)));
    await Promise.all([empty.close(), product.close()]);
  }
  return comparisons;
}

async function overHttp(folder: string, read: Question, progress: (line: string) => void): Promise<Comparison[]> {
  const serve: Command = [DOOR, "serve", "--port", "0", "--servers", "conformance", "--data", folder];
  const emptyServer = await startHttpServer(baseline("http"), "/mcp");
  const productServer = await startHttpServer(serve, "/conformance/mcp");
  const comparisons: Comparison[] = [];
  for (const era of ERAS) {
    progress(`HTTP, ${era}`);
    const empty = await openHttpLane(emptyServer, era);
    const product = await openHttpLane(productServer, era);
    comparisons.push(...(await compare("http", era, empty, product, read)));
    await Promise.all([empty.close(), product.close()]);
  }
  await Promise.all([emptyServer.close(), productServer.close()]);
  return comparisons;
}

function baseline(transport: "stdio" | "http"): Command {
  return [`${ROOT}bench/baseline/${transport}.js`];
}

async function compare(
  transport: Comparison["transport"],
  era: Era,
  empty: Lane,
  product: Lane,
  read: Question,
): Promise<Comparison[]> {
  const contenders: readonly Contender[] = [
    { name: "empty", lane: empty, question: EMPTY },
    { name: "read", lane: product, question: read },
    { name: "text", lane: product, question: TEXT },
  ];
  for (const { lane, question } of contenders) await load(lane, question, 16, { ms: WARM_UP_MS });
  const comparisons: Comparison[] = [];
  for (const concurrency of CONCURRENCIES) {
    const loads = { empty: [] as Load[], read: [] as Load[], text: [] as Load[] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name, lane, question } of rotated(contenders, round)) {
        loads[name].push(await load(lane, question, concurrency, { ms: SLICE_MS }));
      }
    }
    comparisons.push({ transport, era, concurrency, ...summarize(loads.empty, loads.read, loads.text) });
  }
  return comparisons;
}

function summarize(empty: readonly Load[], read: readonly Load[], text: readonly Load[]) {
  const rates = (loads: readonly Load[]) => loads.map(({ calls, seconds }) => calls / seconds);
  const micros = (loads: readonly Load[]) => loads.map(({ calls, cpuMs }) => (cpuMs * 1000) / calls);
  const cost = (loads: readonly Load[]): Cost => ({
    callsPerSecond: spreadOf(rates(loads)),
    cpuMicros: spreadOf(micros(loads)),
  });
  return {
    empty: cost(empty),
    read: cost(read),
    text: cost(text),
    readThroughput: ratioOf(rates(read), rates(empty)),
    textThroughput: ratioOf(rates(text), rates(empty)),
    readCpu: ratioOf(micros(empty), micros(read)),
    textCpu: ratioOf(micros(empty), micros(text)),
  };
}

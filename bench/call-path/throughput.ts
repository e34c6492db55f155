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

/** The SDK's empty tool, the SDK with the read tool's answer, the product's read tool, the product without a database. */
export const TOOLS = ["empty", "same_answer", "test_read", "test_simple_text"] as const;
export type ToolName = (typeof TOOLS)[number];

/** One tool on one server over one way. */
interface Contender {
  readonly name: ToolName;
  readonly lane: Lane;
  readonly question: Question;
}

export interface Cost {
  readonly callsPerSecond: Spread;
  readonly cpuMicros: Spread;
  /** The share of the empty tool's throughput that this one reaches, round by round. */
  readonly throughputShare: Spread;
  /** The same share as CPU time gives it: the empty tool's CPU per call over this one's. */
  readonly cpuShare: Spread;
}

/** How the tools compare over one way, measured in turns. */
export interface Comparison {
  readonly transport: "stdio" | "http";
  readonly era: Era;
  readonly concurrency: number;
  readonly tools: Readonly<Record<ToolName, Cost>>;
}

/** Compares over stdio and HTTP, in both eras, alone and with 16 calls in flight. */
export async function compareThroughput(
  folder: string,
  noteIds: readonly string[],
  progress: (line: string) => void,
): Promise<Comparison[]> {
  return [...(await overStdio(folder, noteIds, progress)), ...(await overHttp(folder, noteIds, progress))];
}

async function overStdio(
  folder: string,
  noteIds: readonly string[],
  progress: (line: string) => void,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const era of ERAS) {
    progress(`stdio, ${era}`);
    const empty = await openStdioLane(baseline("stdio"), era);
    const product = await openStdioLane([DOOR, "mcp", "conformance", "--data", folder], era);
    comparisons.push(...(await compare("stdio", era, empty, product, noteIds)));
    await Promise.all([empty.close(), product.close()]);
  }
  return comparisons;
}

async function overHttp(
  folder: string,
  noteIds: readonly string[],
  progress: (line: string) => void,
): Promise<Comparison[]> {
  const serve: Command = [DOOR, "serve", "--port", "0", "--servers", "conformance", "--data", folder];
  const emptyServer = await startHttpServer(baseline("http"), "/mcp");
  const productServer = await startHttpServer(serve, "/conformance/mcp");
  const comparisons: Comparison[] = [];
  for (const era of ERAS) {
    progress(`HTTP, ${era}`);
    const empty = await openHttpLane(emptyServer, era);
    const product = await openHttpLane(productServer, era);
    comparisons.push(...(await compare("http", era, empty, product, noteIds)));
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
  sdk: Lane,
  product: Lane,
  noteIds: readonly string[],
): Promise<Comparison[]> {
  const ids = noteIds.map((id) => ({ id }));
  const contenders = TOOLS.map((name): Contender => {
    const args = name === "test_read" || name === "same_answer" ? ids : [{}];
    const lane = name.startsWith("test_") ? product : sdk;
    return { name, lane, question: { tool: name, arguments: args } };
  });
  for (const { lane, question } of contenders) await load(lane, question, 16, { ms: WARM_UP_MS });
  const comparisons: Comparison[] = [];
  for (const concurrency of CONCURRENCIES) {
    const loads: Record<ToolName, Load[]> = { empty: [], same_answer: [], test_read: [], test_simple_text: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name, lane, question } of rotated(contenders, round)) {
        loads[name].push(await load(lane, question, concurrency, { ms: SLICE_MS }));
      }
    }
    const costs = TOOLS.map((name) => [name, costOf(loads[name], loads.empty)]);
    comparisons.push({ transport, era, concurrency, tools: Object.fromEntries(costs) as Comparison["tools"] });
  }
  return comparisons;
}

function costOf(own: readonly Load[], empty: readonly Load[]): Cost {
  const rates = (loads: readonly Load[]) => loads.map(({ calls, seconds }) => calls / seconds);
  const micros = (loads: readonly Load[]) => loads.map(({ calls, cpuMs }) => (cpuMs * 1000) / calls);
  return {
    callsPerSecond: spreadOf(rates(own)),
    cpuMicros: spreadOf(micros(own)),
    throughputShare: ratioOf(rates(own), rates(empty)),
    cpuShare: ratioOf(micros(empty), micros(own)),
  };
}

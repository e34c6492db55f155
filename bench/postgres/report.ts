import { table } from "../kit/table.ts";
import { type EngineResult, OPERATIONS } from "./engines.ts";
import type { IndexCost } from "./index-alone.ts";
import type { TwoProcesses } from "./two-processes.ts";

export interface PostgresResult {
  readonly node: string;
  readonly cpus: number;
  readonly loadBefore: number;
  readonly seconds: number;
  readonly entities: number;
  readonly engines: readonly EngineResult[];
  readonly index: readonly IndexCost[];
  readonly twoProcesses: readonly TwoProcesses[];
}

const ms = (value: number | undefined) => (value === undefined ? "elsewhere" : value.toFixed(2));

export function report(result: PostgresResult): string[] {
  const { node, cpus, loadBefore, seconds, entities, engines, index, twoProcesses } = result;
  const rows = OPERATIONS.flatMap((name) =>
    engines.map(({ engine, costs }) => {
      const { wall, cpu, serverCpu } = costs[name];
      return [`${name}, ${engine}`, ms(wall.p50), ms(wall.p95), ms(cpu), engine === "sqlite" ? "" : ms(serverCpu)];
    }),
  );
  return [
    `${entities} entities, ${node}, ${cpus} processors, load ${loadBefore.toFixed(1)} before, ${Math.round(seconds)} s`,
    "",
    ...table(["ms a call", "p50", "p95", "our CPU", "server's CPU"], rows),
    "",
    ...table(
      ["storing and indexing in batches", "ms an entity"],
      engines.map(({ engine, fillMs }) => [engine, ms(fillMs)]),
    ),
    "",
    ...indexLines(entities, index),
    "",
    ...table(
      ["stores a second of one user", "one process", "two", "times"],
      twoProcesses.map(({ engine, one, two }) => [engine, one.toFixed(1), two.toFixed(1), (two / one).toFixed(2)]),
    ),
    `${cpus} processors are shared by the processes, the database server and this bench`,
  ];
}

/** The index alone, without the calls around it. */
function indexLines(passages: number, index: readonly IndexCost[]): string[] {
  const rows = index.map(({ engine, index: { wall, cpu, serverCpu }, question, questionCpu }) => [
    engine,
    ms(wall),
    ms(cpu),
    engine === "sqlite" ? "" : ms(serverCpu),
    ms(question.p50),
    ms(question.p95),
    ms(questionCpu),
  ]);
  return table(
    [`${passages} passages, ms`, "index one", "our CPU", "server's CPU", "question p50", "p95", "our CPU"],
    rows,
  );
}

import { table } from "../kit/table.ts";
import { type EngineResult, OPERATIONS } from "./engines.ts";
import type { IndexCost } from "./index-alone.ts";
import type { Neighbours } from "./neighbours.ts";
import type { TwoProcesses } from "./two-processes.ts";

export interface PostgresResult {
  readonly node: string;
  readonly cpus: number;
  readonly loadBefore: number;
  readonly seconds: number;
  readonly entities: number;
  readonly engines: readonly EngineResult[];
  readonly index: readonly IndexCost[];
  readonly neighbours: readonly Neighbours[];
  readonly twoProcesses: readonly TwoProcesses[];
}

const ms = (value: number | undefined) => (value === undefined ? "elsewhere" : value.toFixed(2));

export function report(result: PostgresResult): string[] {
  const { node, cpus, loadBefore, seconds, entities, engines, index, neighbours, twoProcesses } = result;
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
      ["vectors, ms a question", "looking at all p50", "p95", "by the index p50", "p95", "recall of the nearest 100"],
      neighbours.map(({ vectors, exact, near, recall }) => [
        `${vectors} of 384 numbers`,
        ms(exact.p50),
        ms(exact.p95),
        ms(near.p50),
        ms(near.p95),
        recall.toFixed(3),
      ]),
    ),
    "",
    ...table(
      ["stores a second of 8 users", "one process", "two", "times", "processors busy: one", "two"],
      twoProcesses.map(({ engine, one, two, busy }) => [
        engine,
        one.toFixed(1),
        two.toFixed(1),
        (two / one).toFixed(2),
        busy.one.toFixed(2),
        busy.two.toFixed(2),
      ]),
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

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

/** Of each server, the one that is asked first. */
const servers = (values: readonly number[] | undefined) =>
  values === undefined ? "elsewhere" : values.map((value) => value.toFixed(2)).join(" + ");

const ms = (value: number) => value.toFixed(2);

export function report(result: PostgresResult): string[] {
  const { node, cpus, loadBefore, seconds, entities, engines, index, neighbours, twoProcesses } = result;
  const rows = OPERATIONS.flatMap((name) =>
    engines.map(({ engine, costs }) => {
      const { wall, cpu, serversCpu } = costs[name];
      return [`${name}, ${engine}`, ms(wall.p50), ms(wall.p95), ms(cpu), servers(serversCpu)];
    }),
  );
  return [
    `${entities} entities, ${node}, ${cpus} processors, load ${loadBefore.toFixed(1)} before, ${Math.round(seconds)} s`,
    "",
    ...table(["ms a call", "p50", "p95", "our CPU", "servers' CPU"], rows),
    "",
    ...table(
      ["storing and indexing in batches", "ms an entity"],
      engines.map(({ engine, fillMs }) => [engine, ms(fillMs)]),
    ),
    "",
    ...indexLines(entities, index),
    "",
    ...table(
      ["vectors, ms a question", "looking at all p50", "p95", "by the index p50", "p95", "recall of 100", "of 10"],
      neighbours.flatMap(({ engine, name, vectors, all, filtered }) =>
        [["", all] as const, [", one in ten", filtered] as const].map(
          ([kind, { exact, near, recall, recallOfTen }]) => [
            `${vectors} ${name}${kind}, ${engine}`,
            ms(exact.p50),
            ms(exact.p95),
            ms(near.p50),
            ms(near.p95),
            recall.toFixed(3),
            recallOfTen.toFixed(3),
          ],
        ),
      ),
    ),
    "",
    ...table(
      [
        "stores a second of 8 users",
        "one process",
        "two",
        "times",
        "processors busy: one",
        "two",
        "our CPU, ms",
        "servers'",
      ],
      twoProcesses.map(({ engine, one, two, busy, cpu }) => [
        engine,
        one.toFixed(1),
        two.toFixed(1),
        (two / one).toFixed(2),
        busy.one.toFixed(2),
        busy.two.toFixed(2),
        `${ms(cpu.one.ours)} / ${ms(cpu.two.ours)}`,
        `${ms(cpu.one.servers)} / ${ms(cpu.two.servers)}`,
      ]),
    ),
    `${cpus} processors are shared by the processes, the database server and this bench`,
  ];
}

/** The index alone, without the calls around it. */
function indexLines(passages: number, index: readonly IndexCost[]): string[] {
  const rows = index.map(({ engine, index: { wall, cpu, serversCpu }, question, questionCpu, questionServersCpu }) => [
    engine,
    ms(wall),
    ms(cpu),
    servers(serversCpu),
    ms(question.p50),
    ms(question.p95),
    ms(questionCpu),
    servers(questionServersCpu),
  ]);
  return table(
    [
      `${passages} passages, ms`,
      "index one",
      "our CPU",
      "servers' CPU",
      "question p50",
      "p95",
      "our CPU",
      "servers' CPU",
    ],
    rows,
  );
}

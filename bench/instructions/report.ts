import type { Target } from "../kit/bench.ts";
import type { Spread } from "../kit/statistics.ts";
import { table } from "../kit/table.ts";
import type { CallTime, CallTimes } from "./calls.ts";
import type { ColdLoad, Load } from "./cold-load.ts";
import type { ImportResult } from "./import.ts";
import { REFERENCE } from "./reference.ts";

export interface InstructionsResult {
  readonly node: string;
  readonly cpus: number;
  /** Above 0.5 other work shared the machine: trust ratios only. */
  readonly loadBefore: number;
  readonly seconds: number;
  readonly reference: typeof REFERENCE;
  readonly targets: readonly Target[];
  readonly coldLoad: ColdLoad;
  readonly sizes: readonly CallTimes[];
  readonly import: ImportResult;
}

const LOAD_TIMES_MAX = 3;
const WARM_SHARE_MAX = 1 / 20;
const MEMORY_TIMES_MAX = 4;
const FASTER_MIN = 20;
const MEMORY_SHARE_MAX = 1 / 4;
const MIB = 1024 * 1024;

type Measured = Pick<InstructionsResult, "coldLoad" | "sizes" | "import">;

/** Holds the measurements against what was promised. */
export function judge({ coldLoad, sizes, import: imported }: Measured): Target[] {
  const largest = sizes.find(({ entries }) => entries === REFERENCE.entries);
  if (largest === undefined) throw new Error("the size of the reference was not measured");
  const { memory, fileBytes, calls } = largest;
  const rawMs = coldLoad.rawMs.median;
  const loads: Target[] = [
    loadTarget("complete files, in one process", coldLoad.kernel),
    loadTarget("complete files, mutation on", coldLoad.kernelMutation),
    loadTarget("files as authored, from the second start on", coldLoad.authoredLater),
    loadTarget("complete files, the product over stdio", coldLoad.stdio),
  ];
  const warm: Target[] = [
    warmTarget("list of one category, in one process", coldLoad.warmListOfRaw.median, coldLoad.warmListMs.median),
    warmTarget("get, in one process", coldLoad.warmGetOfRaw.median, coldLoad.warmGetMs.median),
    ...["list one category, method", "list one category, tools/call", "get, method", "get, tools/call"].map((name) => {
      const ms = medianOf(calls, name);
      return warmTarget(`${name}, over stdio`, ms / rawMs, ms);
    }),
  ];
  const memoryTimes = (name: string, moreMiB: number): Target => {
    const times = moreMiB / (fileBytes / MIB);
    return {
      target: `memory ${name} ≤ 4 × the files`,
      measured: `${moreMiB.toFixed(0)} MiB more than with no entries, ${times.toFixed(2)} × ${(fileBytes / MIB).toFixed(1)} MiB`,
      met: times <= MEMORY_TIMES_MAX,
    };
  };
  const quarter = (name: string, mib: number): Target => {
    const mb = (mib * MIB) / 1e6;
    return {
      target: `memory ${name} ≤ a quarter of the reference's ${REFERENCE.memoryMB} MB`,
      measured: `${mb.toFixed(0)} MB`,
      met: mb <= REFERENCE.memoryMB * MEMORY_SHARE_MAX,
    };
  };
  return [
    ...loads,
    ...warm,
    diffTarget(calls),
    memoryTimes("after the load", memory.loadedMoreMiB),
    memoryTimes("after search and governance hash", memory.searchedMoreMiB),
    quarter("after the load", memory.loadedMiB),
    quarter("after search and governance hash", memory.searchedMiB),
    faster("add, method", calls, REFERENCE.addMs),
    faster("add, tools/call", calls, REFERENCE.addMs),
    faster("list, method", calls, REFERENCE.listMs),
    faster("list, tools/call", calls, REFERENCE.listMs),
    faster("search a rare word, method", calls, REFERENCE.searchMs),
    faster("search a rare word, tools/call", calls, REFERENCE.searchMs),
    {
      target: "an import with bad entries does all the others",
      measured: `${imported.imported} imported, ${imported.refused} refused, ${imported.files} files`,
      met: imported.imported === imported.files && imported.imported + imported.refused === imported.entries,
    },
  ];
}

function loadTarget(name: string, { ms, timesRaw }: Load): Target {
  return {
    target: `cold load < 3 × reading and parsing: ${name}`,
    measured: `${times(timesRaw)}, ${ms.median.toFixed(0)} ms`,
    met: timesRaw.median < LOAD_TIMES_MAX,
  };
}

function warmTarget(name: string, share: number, ms: number): Target {
  return {
    target: `warm ${name} < 1/20 of reading and parsing`,
    measured: `1/${(1 / share).toFixed(0)}, ${milliseconds(ms)} ms`,
    met: share < WARM_SHARE_MAX,
  };
}

/** What came was checked when it was measured; a diff that costs more than the whole list would be of no use. */
function diffTarget(calls: CallTimes["calls"]): Target {
  const diffMs = medianOf(calls, "diff, one of all known changed");
  const listMs = medianOf(calls, "list, method");
  return {
    target: "diff returns only what changed, sooner than the whole list would come",
    measured: `1 entry in ${milliseconds(diffMs)} ms, the list in ${milliseconds(listMs)} ms`,
    met: diffMs < listMs,
  };
}

function faster(name: string, calls: CallTimes["calls"], referenceMs: number): Target {
  const { ms, cpuMs } = callNamed(calls, name);
  const ratio = referenceMs / ms.median;
  return {
    target: `${name} ≥ 20 × faster than the reference's ${referenceMs} ms`,
    measured: `${ratio.toFixed(1)} ×, ${milliseconds(ms.median)} ms, ${milliseconds(cpuMs.median)} ms of CPU`,
    met: ratio >= FASTER_MIN,
  };
}

function medianOf(calls: CallTimes["calls"], name: string): number {
  return callNamed(calls, name).ms.median;
}

function callNamed(calls: CallTimes["calls"], name: string): CallTime {
  const call = calls[name];
  if (call === undefined) throw new Error(`${name} was not measured`);
  return call;
}

export function report(result: InstructionsResult): string[] {
  const busy = result.loadBefore > 0.5 ? "; other work shared the machine" : "";
  const { reference, import: imported } = result;
  return [
    `Node ${result.node}, ${result.cpus} CPUs, load ${result.loadBefore.toFixed(2)} before${busy}; took ${result.seconds.toFixed(0)} s.`,
    "Medians; brackets hold the middle half.",
    "",
    ...loadTable(result.coldLoad),
    "",
    ...callTable(result.sizes),
    "",
    ...memoryTable(result.sizes),
    "",
    `import of ${imported.entries} entries in one call: ${(imported.ms / 1000).toFixed(1)} s, ${imported.imported} imported, ${imported.refused} refused`,
    `reference, not measured here (${reference.source}), at ${reference.entries}: add ${reference.addMs} ms, list ${reference.listMs} ms, get ${reference.getMs} ms, search ${reference.searchMs} ms, cold start ${reference.coldStartMs} ms, ${reference.memoryMB} MB`,
    "",
    ...result.targets.map(({ target, measured, met }) => `${met ? "PASS" : "MISS"}  ${target}: ${measured}`),
  ];
}

function loadTable(cold: ColdLoad): string[] {
  const row = (name: string, ms: Spread, timesRaw?: Spread) => [name, spread(ms), timesRaw ? times(timesRaw) : ""];
  return table(
    [`loading, ${cold.rounds} rounds`, "ms", "× raw"],
    [
      row("reading and parsing the files (the measure)", cold.rawMs),
      row("in one process", cold.kernel.ms, cold.kernel.timesRaw),
      row("in one process, mutation on", cold.kernelMutation.ms, cold.kernelMutation.timesRaw),
      row("files as authored, very first time", cold.authoredFirst.ms, cold.authoredFirst.timesRaw),
      row("files as authored, later", cold.authoredLater.ms, cold.authoredLater.timesRaw),
      row("over stdio, first question to answer", cold.stdio.ms, cold.stdio.timesRaw),
      row("over stdio, process start to first get", cold.startToGetMs),
      row("first governance hash after the load", cold.governanceMs),
    ],
  );
}

function callTable(sizes: readonly CallTimes[]): string[] {
  const names = Object.keys(sizes[0]?.calls ?? {});
  const rows = names.map((name) => [
    name,
    ...sizes.flatMap(({ calls }) => {
      const call = calls[name];
      if (call === undefined) return ["", "", ""];
      return [spread(call.ms), milliseconds(call.cpuMs.median), (call.answerBytes / 1024).toFixed(1)];
    }),
  ]);
  return table(["call over stdio", ...sizes.flatMap(({ entries }) => [`ms at ${entries}`, "CPU ms", "KiB"])], rows);
}

function memoryTable(sizes: readonly CallTimes[]): string[] {
  const rows = sizes.map(({ entries, fileBytes, memory }) => [
    `${entries} entries`,
    (fileBytes / MIB).toFixed(1),
    memory.loadedMiB.toFixed(0),
    memory.loadedMoreMiB.toFixed(0),
    memory.searchedMiB.toFixed(0),
    memory.searchedMoreMiB.toFixed(0),
    memory.afterAllMiB.toFixed(0),
  ]);
  return table(["MiB in RAM", "files", "loaded", "more", "searched", "more", "after all"], rows);
}

function times({ median, low, high }: Spread): string {
  return `${median.toFixed(2)} × [${low.toFixed(2)}–${high.toFixed(2)}]`;
}

function spread({ median, low, high }: Spread): string {
  return `${milliseconds(median)} [${milliseconds(low)}–${milliseconds(high)}]`;
}

function milliseconds(ms: number): string {
  return ms.toFixed(ms < 10 ? 2 : 0);
}

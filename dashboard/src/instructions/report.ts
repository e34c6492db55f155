import { fetchJson, readList, readObject } from "../read-json.ts";

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly tier: string;
  readonly status: string;
  readonly owner: string;
  readonly categories: readonly string[];
  readonly nextReview: string;
}

export interface Gate {
  readonly id: string;
  readonly passed: boolean;
  readonly severity: string;
  /** What was counted and what was asked for, such as `3 >= 1`. */
  readonly outcome: string;
  readonly note: string;
}

export interface ToolFlags {
  readonly method: string;
  readonly mutation: boolean;
  readonly disabled: boolean;
  readonly stable: boolean;
}

export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

export interface Use {
  readonly id: string;
  readonly count: string;
  readonly last: string;
}

/** A part of the state, or why it could not be had. */
export type Part<Value> = { readonly value: Value } | { readonly absent: string };

/** The state of the instruction server at one moment. */
export interface Report {
  readonly at: string;
  readonly entries: Part<readonly Entry[]>;
  readonly catalogHash: string;
  readonly governanceHash: Part<string>;
  readonly skipped: Part<readonly SkippedFile[]>;
  readonly gates: Part<readonly Gate[]>;
  readonly hotset: Part<readonly Use[]>;
  readonly tools: Part<readonly ToolFlags[]>;
  readonly mutationEnabled: boolean;
}

export async function fetchInstructions(): Promise<Report> {
  const report = readObject(await fetchJson("/api/instructions.json"));
  const { catalog, tools } = report;
  return {
    at: text(report.generatedAt),
    entries: part(catalog, ({ items }) => readList(items).map(readEntry)),
    catalogHash: text(readObject(catalog).hash),
    governanceHash: part(report.governance, ({ governanceHash }) => text(governanceHash)),
    skipped: part(report.health, ({ skipped = [] }) =>
      readList(skipped).map((item) => ({ file: text(readObject(item).file), reason: text(readObject(item).reason) })),
    ),
    gates: part(report.gates, ({ results }) => readList(results).map(readGate)),
    hotset: part(report.hotset, ({ items }) => readList(items).map(readUse)),
    tools: part(tools, (answer) => readList(answer.tools).map(readTool)),
    mutationEnabled: readDynamic(tools).mutationEnabled === true,
  };
}

/** What the tools answer instead of a value, and what a person should read then. */
function part<Value>(answer: unknown, read: (answer: Record<string, unknown>) => Value): Part<Value> {
  const given = readObject(answer);
  if (given.notConfigured === true) return { absent: "There is no gates.json in the folder of the instructions." };
  if (given.featureDisabled === true) return { absent: "Uses are not counted: INDEX_FEATURES does not name usage." };
  if (given.error !== undefined) return { absent: text(given.error) };
  return { value: read(given) };
}

function readEntry(value: unknown): Entry {
  const entry = readObject(value);
  return {
    id: text(entry.id),
    title: text(entry.title),
    tier: text(entry.priorityTier),
    status: text(entry.status),
    owner: text(entry.owner),
    categories: readList(entry.categories ?? []).map(text),
    nextReview: text(entry.nextReviewDue),
  };
}

function readGate(value: unknown): Gate {
  const gate = readObject(value);
  const counted = gate.count === null ? "not counted" : `${text(gate.count)} ${text(gate.op)} ${text(gate.value)}`;
  return {
    id: text(gate.id),
    passed: gate.passed === true,
    severity: text(gate.severity),
    outcome: counted,
    note: text(gate.note),
  };
}

function readUse(value: unknown): Use {
  const use = readObject(value);
  return { id: text(use.id), count: text(use.usageCount), last: text(use.lastUsedAt) };
}

function readTool(value: unknown): ToolFlags {
  const tool = readObject(value);
  return {
    method: text(tool.method),
    mutation: tool.mutation === true,
    disabled: tool.disabled === true,
    stable: tool.stable === true,
  };
}

function readDynamic(tools: unknown): Record<string, unknown> {
  const { dynamic } = readObject(tools);
  return dynamic === undefined ? {} : readObject(dynamic);
}

/** Whatever stands there as text; nothing where nothing stands. */
function text(value: unknown): string {
  return value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Proven } from "./cases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a test of a hostile case should see to, besides the refusal. */
export interface Asserted {
  /** That it is the same on SQLite and on PostgreSQL. */
  readonly engines: boolean;
  /** That all that is known is as it was. */
  readonly root: boolean;
  /** That the refusal is in a log. */
  readonly entry: boolean;
}

/** Calls that look at the state before and after, by name: those of the kits do it themselves. */
const LOOKS_AT_STATE =
  /\b(?:stateRoot|replayedRoot|known|unchanged|rowsOf|kept|dumpEverything|refusedAndLogged|(?:truth|yard)\.refused)\(/;
const LOOKS_AT_LOG =
  /\b(?:refusedAndLogged|refusalsIn|recorded|yard\.refused)\(|\brefusals\(|\bpoll\(refusals\)|kind: "refused"/;
const OPENS = /^\s*(?:test|describe)\b/;

/** What the test of these words sees to, read from its source. */
export function assertedBy([file, title]: Proven): Asserted {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  const titled = lines.findIndex((line) => line.includes(title));
  const first = lines.findLastIndex((line, at) => at <= titled && OPENS.test(line));
  const end = lines.findIndex(
    (line, at) => at > titled && indentOf(line) === indentOf(lines[first]) && /^\s*\}?\)/.test(line),
  );
  const body = lines.slice(first, end === -1 ? undefined : end + 1).join("\n");
  return {
    engines: [first, ...groupsAround(lines, first)].some((at) => lines[at]?.includes("(ENGINES)")),
    root: LOOKS_AT_STATE.test(body),
    entry: LOOKS_AT_LOG.test(body),
  };
}

/** The lines that open the groups in which one stands. */
function groupsAround(lines: readonly string[], at: number): number[] {
  const group = lines.findLastIndex(
    (line, index) => index < at && line.trimStart().startsWith("describe") && indentOf(line) < indentOf(lines[at]),
  );
  return group === -1 ? [] : [group, ...groupsAround(lines, group)];
}

function indentOf(line = ""): number {
  return line.length - line.trimStart().length;
}

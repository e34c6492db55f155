import { KernelError, suggestion } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { plain } from "../plain-text.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { createAsk } from "./import-host.ts";
import { lookingOnly, withKernel } from "./open.ts";
import { type Found, SEARCHERS } from "./search-worlds.ts";
import type { Terminal } from "./terminal.ts";

const MOST_DEFAULT = 5;
const MOST_MAX = 50;
const WORDS_CHARS_MAX = 160;

/** Searches every world for a person, each in its own order. */
export async function search(
  words: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const { world: only, limit } = flags;
  const most = limit === undefined ? MOST_DEFAULT : countIn(limit);
  const worlds = SEARCHERS.map(({ world }) => world);
  if (typeof only === "string" && !worlds.includes(only)) {
    throw new UsageError(
      `--world ${only} cannot be searched${suggestion(only, worlds)} (worlds: ${worlds.join(", ")})`,
    );
  }
  return withKernel(lookingOnly(settings), terminal, async (kernel) => {
    // Asked first: what a tool says of a missing database is meant for models.
    if (!(await kernel.probe())) throw new KernelError("storage_missing", "The data folder holds no database yet");
    const ask = createAsk(kernel, terminal, "search");
    const found: Record<string, Found> = {};
    for (const { world, find } of SEARCHERS) {
      if (only === undefined || only === world) found[world] = await find(ask, words.join(" "), most);
    }
    if (flags.json === true) terminal.print(JSON.stringify(found, undefined, 2));
    else for (const line of linesOf(found)) terminal.print(line);
    return 0;
  });
}

function linesOf(found: Readonly<Record<string, Found>>): string[] {
  const lines: string[] = [];
  for (const [world, { hits, note }] of Object.entries(found)) {
    if (hits.length === 0) lines.push(`${world}: nothing${note === undefined ? "" : `; ${note}`}`);
    else lines.push(`${world}:`);
    for (const { id, what, words } of hits) {
      lines.push(`  ${plain(id)}  ${plain(what)}`);
      if (words !== "") lines.push(`      ${short(words)}`);
    }
  }
  const isAny = Object.values(found).some(({ hits }) => hits.length > 0);
  return isAny ? [...lines, "`bailiwick show ID` shows one of them whole, with where it is from"] : lines;
}

function short(words: string): string {
  const line = plain(words.replaceAll(/\s+/g, " ").trim());
  return line.length > WORDS_CHARS_MAX ? `${line.slice(0, WORDS_CHARS_MAX)}…` : line;
}

function countIn(limit: NonNullable<Flags[string]>): number {
  const most = Number(limit);
  if (Number.isInteger(most) && most >= 1 && most <= MOST_MAX) return most;
  throw new UsageError(`--limit takes a number from 1 to ${MOST_MAX}`);
}

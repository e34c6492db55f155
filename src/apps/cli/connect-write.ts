import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMap, parseDocument } from "yaml";
import { isJsonObject } from "../../kernel/serve.ts";
import { UsageError } from "../usage-error.ts";
import { type ClientForm, codexTable, entriesOf, inFile, type Reaches, shown } from "./connect-clients.ts";
import type { Terminal } from "./terminal.ts";

/** What becomes of a client's file: its new text, and which servers come or are replaced. */
interface Merged {
  readonly text: string;
  readonly added: readonly string[];
  readonly replaced: readonly string[];
}

/** Puts servers into a client's file: shows the change, keeps what was there beside it, and leaves everything else. */
export async function writeInto(
  client: string,
  form: ClientForm,
  reaches: Reaches,
  terminal: Terminal,
): Promise<number> {
  if (form.file === undefined) {
    throw new UsageError(`${form.title} has no file to write to; leave out --write and paste into ${form.where}`);
  }
  const file = placeOf(form.file, terminal);
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const merged = merge(client, form, reaches, before, file);
  if (merged.text === before) {
    terminal.print(`${file} says so already`);
    return 0;
  }
  terminal.print(`${file}:`);
  for (const name of merged.added) terminal.print(`  + ${name}`);
  for (const name of merged.replaced) terminal.print(`  ~ ${name} (replaced)`);
  terminal.print(inFile(form, reaches));
  await mkdir(dirname(file), { recursive: true });
  if (before !== undefined) {
    const kept = `${file}.before-${new Date(terminal.env.now()).toISOString().replaceAll(/[:.]/g, "-")}`;
    await copyFile(file, kept);
    terminal.print(`what was there is kept in ${kept}`);
  }
  const aside = `${file}.${terminal.env.id()}`;
  await writeFile(aside, merged.text);
  await rename(aside, file);
  terminal.print(`written; restart ${form.title} to let it see the change`);
  return 0;
}

function placeOf(path: string, { environment, workingFolder }: Terminal): string {
  if (!path.startsWith("~/")) return join(workingFolder, path);
  const home = environment.HOME ?? environment.USERPROFILE;
  if (home === undefined) throw new UsageError("where the home folder is cannot be told: HOME is not set");
  return join(home, path.slice(2));
}

function merge(client: string, form: ClientForm, reaches: Reaches, before: string | undefined, file: string): Merged {
  if (client === "continue") return whole(shown(form, reaches), reaches, before);
  if (form.format === "toml") return mergeToml(reaches, before ?? "");
  return form.format === "yaml" ? mergeYaml(form, reaches, before ?? "", file) : mergeJson(form, reaches, before, file);
}

/** A file that is ours alone. */
function whole(text: string, reaches: Reaches, before: string | undefined): Merged {
  const names = Object.keys(reaches);
  return { text: `${text}\n`, added: before === undefined ? names : [], replaced: before === undefined ? [] : names };
}

function mergeJson(form: ClientForm, reaches: Reaches, before: string | undefined, file: string): Merged {
  const root = readObject(before ?? "{}", file);
  let place: Record<string, unknown> = root;
  for (const key of form.under ?? []) {
    const inner = place[key] ?? {};
    if (!isJsonObject(inner)) throw notUnderstood(file);
    place[key] = inner;
    place = inner as Record<string, unknown>;
  }
  const told = outcome(reaches, (name) => Object.hasOwn(place, name));
  Object.assign(place, entriesOf(form, reaches));
  return { text: `${JSON.stringify(root, undefined, 2)}\n`, ...told };
}

function readObject(text: string, file: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isJsonObject(parsed)) return parsed as Record<string, unknown>;
  } catch {
    // Comments are allowed there, and would be lost: it is for a person to put it in.
  }
  throw notUnderstood(file);
}

function mergeYaml(form: ClientForm, reaches: Reaches, before: string, file: string): Merged {
  const document = parseDocument(before);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents)))
    throw notUnderstood(file);
  const way = form.under ?? [];
  const told = outcome(reaches, (name) => document.hasIn([...way, name]));
  for (const [name, entry] of Object.entries(entriesOf(form, reaches))) {
    document.setIn([...way, name], document.createNode(entry));
  }
  return { text: document.toString(), ...told };
}

/** Tables are added at the end, which is always right; one that is there already is left to its owner. */
function mergeToml(reaches: Reaches, before: string): Merged {
  const isThere = (name: string) =>
    new RegExp(`^\\s*\\[\\s*mcp_servers\\s*\\.\\s*"?${name}"?\\s*\\]`, "m").test(before);
  const isSame = ([name, reach]: [string, Reaches[string]]) => before.includes(codexTable(name, reach));
  if (Object.entries(reaches).every(isSame)) return { text: before, added: [], replaced: [] };
  const taken = Object.keys(reaches).find(isThere);
  if (taken !== undefined) {
    throw new UsageError(`there is a table [mcp_servers.${taken}] already; take it out first, or paste by hand`);
  }
  const tables = Object.entries(reaches).map(([name, reach]) => codexTable(name, reach));
  const start = before === "" ? "" : `${before.trimEnd()}\n\n`;
  return { text: `${start}${tables.join("\n\n")}\n`, added: Object.keys(reaches), replaced: [] };
}

function outcome(reaches: Reaches, isThere: (name: string) => boolean): Omit<Merged, "text"> {
  const names = Object.keys(reaches);
  return { added: names.filter((name) => !isThere(name)), replaced: names.filter(isThere) };
}

function notUnderstood(file: string): UsageError {
  return new UsageError(
    `${file} holds comments or is not what it should be, and is left alone; leave out --write and paste by hand`,
  );
}

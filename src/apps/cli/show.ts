import { type Json, type JsonObject, type Kernel, KernelError, LOCAL_USER } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { plain } from "../plain-text.ts";
import type { Settings } from "../settings.ts";
import { createAsk } from "./import-host.ts";
import { lookingOnly, withKernel } from "./open.ts";
import { type Ask, collectionsOf } from "./search-worlds.ts";
import type { Terminal } from "./terminal.ts";

interface Shown {
  readonly kind: string;
  readonly value: JsonObject;
  /** Where a field is from, by the field's name. */
  readonly from?: Readonly<Record<string, string>>;
}

/** One way to show an id; undefined where it is none of that kind. */
type Shower = (id: string, ask: Ask, kernel: Kernel) => Promise<Shown | undefined>;

const SHOWERS: readonly Shower[] = [showEntity, showPassage, showInstruction, showElement, showOther, showEntry];

/** Shows one thing whole: an entity, a passage, an instruction, an element, a memory or an entry of the log. */
export async function show(
  [id = ""]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  return withKernel(lookingOnly(settings), terminal, async (kernel) => {
    const ask = createAsk(kernel, terminal, "show");
    for (const shower of SHOWERS) {
      const shown = await orNothing(shower(id, ask, kernel));
      if (shown === undefined) continue;
      if (flags.json === true) terminal.print(JSON.stringify({ kind: shown.kind, ...shown.value }, undefined, 2));
      else for (const line of linesOf(shown)) terminal.print(line);
      return 0;
    }
    throw new KernelError("not_found", "Nothing that can be shown has this id", { id });
  });
}

async function showEntity(id: string, ask: Ask): Promise<Shown | undefined> {
  if (!id.startsWith("ent_")) return undefined;
  const value = await ask("truth", "retrieve_entity_snapshot", { entity_id: id });
  const from: Record<string, string> = {};
  for (const field of Object.keys((value.provenance as JsonObject | undefined) ?? {})) {
    const told = await orNothing(ask("truth", "retrieve_field_provenance", { entity_id: id, field }));
    if (told !== undefined) from[field] = originOf(told);
  }
  return { kind: "entity", value, from };
}

function originOf(told: JsonObject): string {
  const { quote, source_material, observed_at } = told as unknown as {
    quote: { text: string; start: number; end: number } | null;
    source_material: { id: string; original_filename?: string | null };
    observed_at: string;
  };
  const source = source_material.original_filename ?? `source ${source_material.id}`;
  const words = quote === null ? "" : `, “${quote.text}” at ${quote.start} to ${quote.end}`;
  return `${source}${words}, ${observed_at}`;
}

async function showPassage(id: string, ask: Ask): Promise<Shown | undefined> {
  if (!id.startsWith("ref_")) return undefined;
  for (const collection of await collectionsOf(ask)) {
    if (!id.startsWith(`ref_${collection}_`)) continue;
    await ask("notebook", "enter_collection", { collection_id: collection });
    const value = await orNothing(ask("notebook", "fetch_passage", { source_id: id }));
    if (value !== undefined) return { kind: "passage", value };
  }
  return undefined;
}

async function showInstruction(id: string, ask: Ask): Promise<Shown | undefined> {
  const { item } = await ask("instructions", "instructions_get", { id });
  return item === undefined ? undefined : { kind: "instruction", value: item as JsonObject };
}

async function showElement(id: string, ask: Ask): Promise<Shown> {
  const { data } = await ask("model", "get_element", { element_id: id });
  return { kind: "element", value: (data as JsonObject).element as JsonObject };
}

/** What no tool reads one by one, as the worlds tell it. */
async function showOther(id: string, ask: Ask, kernel: Kernel): Promise<Shown | undefined> {
  const worlds = await kernel.worlds();
  const shown = await kernel.lookAt(async (sql) => {
    for (const [kind, look] of worlds.flatMap(({ shows }) => Object.entries(shows))) {
      const value = await look(sql, LOCAL_USER, id);
      if (value !== undefined) return { kind, value };
    }
    return undefined;
  });
  return shown?.kind === "source"
    ? { ...shown, value: { ...shown.value, ...(await wordsOf(shown.value, ask)) } }
    : shown;
}

const READABLE = /^(?:text\/|application\/(?:json|x-ndjson|xml|yaml))/;

/** What a source says, where a person can read it; of a long one the beginning. */
async function wordsOf({ id, mime_type, file_size }: JsonObject, ask: Ask): Promise<JsonObject> {
  if (typeof mime_type !== "string" || !READABLE.test(mime_type) || !file_size) return {};
  const opened = await orNothing(ask("home", "open", { proof_id: `w.${id}.0.${file_size}`, context_chars: 0 }));
  return typeof opened?.quote === "string" ? { words: opened.quote } : {};
}

async function showEntry(id: string, _ask: Ask, kernel: Kernel): Promise<Shown> {
  const { entry, body } = await kernel.prove(id);
  const { payload, reasoning } = (body ?? {}) as JsonObject;
  const value = { ...(entry as JsonObject), payload: payload ?? null, reasoning: reasoning ?? null };
  return { kind: "entry of the log", value };
}

/** What is refused is not there, as far as the person at the keyboard goes; a fault is a fault. */
async function orNothing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof KernelError && (error.code === "conflict" || error.code === "not_found")) return undefined;
    throw error;
  }
}

function linesOf({ kind, value, from = {} }: Shown): string[] {
  return [kind, ...Object.entries(value).flatMap(([key, inner]) => fieldLines(key, inner, "  ", from))];
}

function fieldLines(
  key: string,
  value: Json | undefined,
  indent: string,
  from: Readonly<Record<string, string>>,
): string[] {
  if (value && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0) {
    const isSnapshot = key === "snapshot" || key === "raw_fragments";
    const inner = Object.entries(value).flatMap(([name, one]) =>
      fieldLines(name, one, `${indent}  `, isSnapshot ? from : {}),
    );
    return [`${indent}${plain(key)}:`, ...inner];
  }
  const origin = from[key] === undefined ? [] : [`${indent}    from ${plain(from[key])}`];
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  const lines = text.split("\n");
  if (lines.length === 1) return [`${indent}${plain(key)}: ${plain(text)}`, ...origin];
  return [`${indent}${plain(key)}:`, ...lines.map((line) => `${indent}  ${plain(line)}`), ...origin];
}

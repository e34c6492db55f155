import type { Json, JsonObject } from "../../../kernel/index.ts";
import type { Answer, Home } from "../home.ts";
import { wrong } from "../model/inputs.ts";
import { asBase64, PLAIN_FILE } from "../model/plain-file.ts";
import { countKinds, withholdWithin } from "../model/secrets.ts";
import { shortened } from "../model/shortened.ts";

export interface RememberInput {
  readonly text?: string | undefined;
  readonly conversation?: readonly { speaker: string; text: string; at?: string | undefined }[] | undefined;
  readonly facts?: readonly JsonObject[] | undefined;
  readonly file_path?: string | undefined;
  readonly file_content?: string | undefined;
  readonly mime_type?: string | undefined;
  readonly title?: string | undefined;
  readonly when?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly keep_secrets?: boolean | undefined;
}

const FORMS = ["text", "conversation", "facts", "file_path", "file_content"] as const;
const TEXT_CHARS_MAX = 2_000_000;
/** How facts that come through this door were taken from what was said: by whoever sent them. */
const EXTRACTOR = "home";
/** That a file of words has no rules to be read by is no news. */
const EXPECTED = new Set(["NOT_INTERPRETED", "ALREADY_INTERPRETED"]);

const REPLAYED = "REPLAYED: this idempotency_key was used before for the same call, which was not done again.";

/** The call that keeps what was said, and what was held back of it. */
export interface Storing {
  readonly tool: string;
  readonly args: JsonObject;
  readonly withheld: readonly { kind: string; count: number }[];
  readonly warnings: readonly string[];
}

/** Works out which tool keeps it, with which arguments; secrets are taken out first. */
export function storingOf(home: Home, input: RememberInput): Storing {
  const given = FORMS.filter((form) => input[form] !== undefined);
  const [form] = given;
  if (form === undefined || given.length > 1) {
    throw wrong("", "give exactly one of text, conversation, facts, file_path and file_content");
  }
  if (input.mime_type !== undefined && form !== "file_content" && form !== "file_path") {
    throw wrong("mime_type", "belongs to file_content and file_path");
  }
  const kinds: string[] = [];
  const kept = <Value>(value: Value): Value => (input.keep_secrets === true ? value : withholdWithin(value, kinds));
  const idempotency_key = input.idempotency_key ?? `home ${home.scope.env.id()}`;
  const title = input.title === undefined ? {} : { title: kept(input.title) };
  const name = input.title === undefined ? {} : { original_filename: kept(input.title) };
  const said = input.when === undefined ? {} : { said_at: input.when };
  const storing = (tool: string, args: JsonObject, warnings: readonly string[] = []): Storing => ({
    tool,
    args: { idempotency_key, ...args },
    withheld: countKinds(kinds),
    warnings,
  });
  if (form === "text") {
    checkText(input.text ?? "", "text");
    return storing("store_text", { text: kept(input.text ?? ""), ...title, ...said });
  }
  if (form === "conversation") {
    return storing("store_text", { turns: kept(turnsOf(input.conversation ?? [])), ...title, ...said });
  }
  if (form === "facts") {
    const provenance =
      input.when === undefined
        ? {}
        : { provenance: { extracted_at: isoTime(input.when), extractor_version: EXTRACTOR } };
    return storing("store_structured", { entities: kept(input.facts ?? []) as Json, ...name, ...provenance });
  }
  // A file is kept as it is: what it holds is the file's, and taking words out would make another one of it.
  const plain = input.file_content === undefined ? undefined : asBase64(input.file_content, input.mime_type);
  const args = {
    ...(input.file_path !== undefined && { file_path: input.file_path }),
    ...(input.file_content !== undefined && { file_content: plain ?? input.file_content }),
    ...(input.mime_type !== undefined && { mime_type: input.mime_type }),
    ...name,
  };
  return storing("store_unstructured", args, plain === undefined ? [] : [PLAIN_FILE]);
}

function checkText(text: string, path: string): void {
  if (text.trim() === "") throw wrong(path, "has no words");
  if (text.length > TEXT_CHARS_MAX) {
    throw wrong(path, `has more than ${TEXT_CHARS_MAX} characters: give it as a file, with file_path or file_content`);
  }
}

/** Turns in the order they were said; times that run backwards are a mistake that nobody could read later. */
function turnsOf(conversation: NonNullable<RememberInput["conversation"]>): JsonObject[] {
  let latest = Number.NEGATIVE_INFINITY;
  let chars = 0;
  return conversation.map(({ speaker, text, at }, n) => {
    checkText(text, `conversation[${n}].text`);
    chars += text.length;
    if (chars > TEXT_CHARS_MAX)
      throw wrong("conversation", `has more than ${TEXT_CHARS_MAX} characters: give it in parts`);
    const time = at === undefined ? latest : Date.parse(at);
    if (time < latest)
      throw wrong(`conversation[${n}].at`, "is earlier than the turn before: give turns in their order");
    latest = time;
    return { speaker, text, ...(at !== undefined && { at: isoTime(at) }) };
  });
}

/** A day alone is the beginning of it. */
function isoTime(text: string): string {
  return new Date(text).toISOString();
}

/** Keeps it, and tells what was understood of it. */
export async function remember(home: Home, { tool, args, withheld, warnings: told }: Storing) {
  const stored: Answer = await home.truth(tool, args);
  const { statements = [] }: Answer = await home.truth("read_source", {
    source_id: stored.source_id,
    statements: true,
  });
  const { turns } = args as { turns?: readonly unknown[] };
  const { shown, warnings } = fitting(statements.map(understood));
  const isKnown =
    stored.replayed === true || (stored.deduplicated && (stored.interpretation?.observations_created ?? 0) === 0);
  return {
    memory_id: stored.source_id,
    source_ids: [stored.source_id],
    ...(turns !== undefined && { turns: turns.length }),
    understood: shown,
    withheld,
    warnings: [
      ...told,
      ...(stored.replayed === true ? [REPLAYED] : []),
      ...(stored.warnings ?? []).filter(({ code }: Answer) => !EXPECTED.has(code)).map(warningOf),
      ...warnings,
    ],
    already_known: isKnown,
  };
}

type Understood = ReturnType<typeof understood>;

const VALUE_CHARS_MAX = 500;
const UNDERSTOOD_CHARS_MAX = 30_000;

/** What was understood, short enough for one answer: a whole book may be one value, and it is stored all the same. */
function fitting(all: readonly Understood[]): { shown: Understood[]; warnings: string[] } {
  let [cuts, chars] = [0, 0];
  const cut = (value: Json): Json => {
    const short = shortened(value, VALUE_CHARS_MAX);
    if (short !== value) cuts += 1;
    return short;
  };
  const short = all.map((one) => ({
    ...one,
    changed: Object.fromEntries(Object.entries(one.changed).map(([field, pair]) => [field, pair.map(cut)])),
    fields: one.fields.map(({ field, value, quote }) => ({ field, value: cut(value), quote: cut(quote) })),
  })) as Understood[];
  const shown = short.filter((one) => {
    chars += JSON.stringify(one).length;
    return chars <= UNDERSTOOD_CHARS_MAX;
  });
  const left = all.length - shown.length;
  return {
    shown,
    warnings: [
      ...(cuts === 0 ? [] : [`SHOWN_SHORT: long values are shown by their first ${VALUE_CHARS_MAX} characters.`]),
      ...(left === 0 ? [] : [`SHOWN_SHORT: ${left} more entities were understood than are shown.`]),
    ],
  };
}

function understood({ entity_id, entity_type, canonical_name, is_new, fields }: Answer) {
  const changed = fields.filter(
    ({ stands, without, value }: Answer) => stands && without !== undefined && differs(without, value),
  );
  return {
    entity_id,
    entity_type,
    name: canonical_name,
    joined: is_new ? "new" : "existing",
    changed: Object.fromEntries(
      changed.map(({ field, without, value }: Answer) => [field, [without, value]]),
    ) as Record<string, [Json, Json]>,
    fields: fields.map(({ field, value, quote }: Answer) => ({ field, value, quote })) as {
      field: string;
      value: Json;
      quote: Json;
    }[],
  };
}

function differs(one: Json, other: Json): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** Facts of a warning that are ours: counts, places, ids, and names that are one plain word. Stored words stay out. */
const PLAIN = /^[\w.:+-]{1,60}$/;
const NAMED_MAX = 5;

function warningOf({ code, message, details = {} }: Answer): string {
  const facts = Object.entries(details).flatMap(([key, value]) => {
    const all = (Array.isArray(value) ? value : [value]).map(String);
    if (all.length === 0 || !all.every((one) => PLAIN.test(one))) return [];
    const more = all.length > NAMED_MAX ? ` and ${all.length - NAMED_MAX} more` : "";
    return [`${key.replaceAll("_", " ")} ${all.slice(0, NAMED_MAX).join(", ")}${more}`];
  });
  const said = message.replace(/ named in details/g, "");
  return `${code}: ${said}${facts.length === 0 ? "" : ` (${facts.join("; ")})`}`;
}

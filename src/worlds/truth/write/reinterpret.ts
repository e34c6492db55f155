import { type JsonObject, KernelError } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { parseMimeType } from "../files/mime-type.ts";
import { placeQuotes } from "../files/quote/place-quotes.ts";
import { readAll } from "../files/source-content.ts";
import { isModel } from "../model/provider.ts";
import type { Source } from "../model/source.ts";
import type { Truth } from "../truth.ts";
import { type ClientAnswer, type Interpretation, interpret, requireQuota } from "./interpretation.ts";
import { linkRows } from "./link-rows.ts";
import { planRows } from "./record-rows.ts";
import { WEIGHT } from "./store-file.ts";
import { cutWarnings } from "./warnings.ts";

export interface PreparedReading {
  readonly source: Source;
  readonly interpretation: Interpretation;
}

/** Reads a stored file again, where nobody waits for it. */
export async function prepareReading(
  truth: Truth,
  sourceId: string,
  asked: JsonObject,
  client: ClientAnswer,
): Promise<PreparedReading> {
  const source = await requireFile(truth, sourceId);
  const content = await readAll(await truth.scope.blobs.open(source.content_hash));
  const file = { content, type: parseMimeType(source.mime_type), sourceId };
  return { source, interpretation: await interpret(truth, file, asked, client) };
}

/** Records what is new in what was read. */
export async function recordReading(truth: Truth, { source, interpretation }: PreparedReading): Promise<JsonObject> {
  await requireFile(truth, source.id);
  const { reading, config, run_id } = interpretation;
  if (reading === undefined) throw new KernelError("outdated", "The file is still to be read");
  if (isModel(config.provider) && !(await truth.runs.has(run_id))) await requireQuota(truth);
  const { rows, parts } = await placeQuotes(truth.scope.env, reading.rows ?? []);
  for (const { content } of parts) await truth.scope.blobs.put(content);
  const planned = await planRows(truth, {
    source,
    sourceIsKnown: true,
    sourceWasErased: false,
    rows,
    config,
    weighing: { ...WEIGHT, source_id: source.id, interpretation_id: run_id },
    parts: parts.map(({ part, sha256 }) => ({ part, sha256 })),
  });
  await planned.record();
  await linkRows(truth, source.id, reading, planned.entities);
  const { entities_created, observations_created } = planned;
  const warnings = cutWarnings([...reading.warnings, ...planned.warnings]);
  const told = warnings.length > 0 ? { warnings: [...warnings] } : {};
  return { run_id, entities_created, observations_created, source_id: source.id, ...told } as JsonObject;
}

async function requireFile({ sources }: Truth, id: string): Promise<Source> {
  const source = await sources.find(id);
  if (source === undefined || source.kind !== "file") {
    throw refuse("SOURCE_NOT_FOUND", "There is no stored file with this id.", { source_id: id });
  }
  if (source.erased === true) throw refuse("SOURCE_ERASED", "The content of this file was erased.", { source_id: id });
  return source;
}

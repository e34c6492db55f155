import { canonicalJson, type Json, type JsonObject } from "../../../kernel/index.ts";
import { findQuote, type Quote, type Wanted } from "../files/quote/find-quote.ts";
import { sourceText } from "../files/source-content.ts";
import type { Observation } from "../model/observation.ts";
import type { Source } from "../model/source.ts";
import { storedRow } from "../model/stored-row.ts";
import type { Truth } from "../truth.ts";

/** Reads each source at most once for one answer. */
export type SourceTexts = (source: Source) => Promise<string | undefined>;

export function createSourceTexts({ scope, observations }: Truth): SourceTexts {
  const read = new Map<string, Promise<string | undefined>>();
  return (source) => {
    const text = read.get(source.id) ?? sourceText({ blobs: scope.blobs, observations }, source);
    read.set(source.id, text);
    return text;
  };
}

/** The words of the source behind one field of an observation, as the observation was given it. */
export async function quoteOf(
  truth: Truth,
  texts: SourceTexts,
  source: Source,
  observation: Observation,
  field: string,
): Promise<Quote | null> {
  const row = { ...observation.fragments, ...observation.fields };
  const value = row[field];
  if (value === undefined) return null;
  if (source.kind === "structured") return quoteInRow(truth, source, observation, { field, value, row });
  const text = await texts(source);
  return text === undefined ? null : findQuote(text, source.mime_type, wantedIn(source, field, value, row));
}

/** In the JSON of a call the place of the row is known, so only the row is looked at. */
async function quoteInRow({ observations }: Truth, source: Source, observation: Observation, wanted: Wanted) {
  const start = await observations.startOfRow(observation.id);
  const quote = findQuote(canonicalJson(storedRow(observation)), source.mime_type, wanted);
  if (start === undefined || quote === null) return null;
  return { ...quote, start: start + quote.start, end: start + quote.end };
}

/** The JSON of a correction names its field, and has the value beside it. */
function wantedIn(source: Source, field: string, value: Json, row: JsonObject): Wanted {
  return source.kind === "correction" ? { field: "value", value, row: { field, value } } : { field, value, row };
}

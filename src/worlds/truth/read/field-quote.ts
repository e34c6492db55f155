import { canonicalJson, type Json, type JsonObject } from "../../../kernel/index.ts";
import { type FindQuote, openText, type Quote, type Wanted } from "../files/quote/find-quote.ts";
import { sourceText } from "../files/source-content.ts";
import type { Observation } from "../model/observation.ts";
import type { Source } from "../model/source.ts";
import { storedRow } from "../model/stored-row.ts";
import type { Truth } from "../truth.ts";

/** Opens each source at most once for one answer; undefined where it has no text. */
export type SourceTexts = (source: Source) => Promise<FindQuote | undefined>;

export function createSourceTexts({ scope, observations }: Truth): SourceTexts {
  const opened = new Map<string, Promise<FindQuote | undefined>>();
  const open = async (source: Source) => {
    const text = await sourceText({ blobs: scope.blobs, observations }, source);
    return text === undefined ? undefined : openText(text, source.mime_type);
  };
  return (source) => {
    const text = opened.get(source.id) ?? open(source);
    opened.set(source.id, text);
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
  if (value === undefined || source.erased === true) return null;
  if (source.kind === "structured") return quoteInRow(truth, source, observation, { field, value, row });
  const find = await texts(source);
  return find === undefined ? null : find(wantedIn(source, field, value, row));
}

/** In the JSON of a call the place of the row is known, so only the row is looked at. */
async function quoteInRow({ observations }: Truth, source: Source, observation: Observation, wanted: Wanted) {
  const start = await observations.startOfRow(observation.id);
  const quote = await openText(canonicalJson(storedRow(observation)), source.mime_type)(wanted);
  if (start === undefined || quote === null) return null;
  return { ...quote, start: start + quote.start, end: start + quote.end };
}

/** The JSON of a correction names its field, and has the value beside it. */
function wantedIn(source: Source, field: string, value: Json, row: JsonObject): Wanted {
  return source.kind === "correction" ? { field: "value", value, row: { field, value } } : { field, value, row };
}

import { canonicalJson, type Event, type NamedBlob, sha256 } from "../../../kernel/index.ts";
import type { RecordedPart } from "./quote.ts";
import type { RecordedObservation, RecordedSource } from "./recorded.ts";
import { storedRow } from "./stored-row.ts";

/** What is left of an entry that may have lost something since. */
interface Left {
  readonly source?: RecordedSource;
  readonly observations?: readonly RecordedObservation[];
  readonly parts?: readonly RecordedPart[];
}

/** A source is named by the entry that brought it: a file is kept as it is, the JSON of a call where it cannot be made again. */
export function blobsOfEntry({ payload, erased_by }: Event): readonly NamedBlob[] {
  const { source, observations = [], parts = [] } = (payload ?? {}) as Left;
  const texts = parts.map(({ sha256: hash }) => ({ sha256: hash, isDerivable: false }));
  // The content of an erased source is gone for good.
  if (source === undefined || source.erased === true) return texts;
  return [
    ...texts,
    { sha256: source.content_hash, isDerivable: givesAgain(source, observations, erased_by !== undefined) },
  ];
}

function givesAgain(
  { kind, content_hash }: RecordedSource,
  observations: readonly RecordedObservation[],
  isErased: boolean,
): boolean {
  if (kind === "file") return false;
  // What states one thing is made again from what it says of itself.
  if (kind !== "structured") return true;
  // What is left of it no longer tells.
  if (isErased) return true;
  return sha256(canonicalJson(observations.map(storedRow))) === content_hash;
}

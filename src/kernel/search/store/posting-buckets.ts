import { type Gathered, LENGTHS, type Places, placesWithout, pushNumber } from "./posting-chunks.ts";

/**
 * Terms share rows: the new words of many documents are a few hundred rows to write and not one for each word, and to read
 * a word is to read a little of others. The number never changes: it says in which row a word is looked for.
 */
const BUCKETS = 512;

/** Behind those of the terms. */
const LENGTHS_BUCKET = BUCKETS;

/** A row of the table: all terms of one bucket in the documents of one chunk. */
export interface BucketRow {
  readonly bucket: number;
  readonly chunk: number;
  readonly places: Uint8Array;
}

/** In which row a term stands: FNV-1a over its code units. */
export function bucketOf(term: string): number {
  if (term === LENGTHS) return LENGTHS_BUCKET;
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index++) hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % BUCKETS;
}

/** Rows of what was gathered, ready to be put behind what the table has of them. */
export function toBuckets(gathered: Gathered): BucketRow[] {
  const rows: BucketRow[] = [];
  for (const [chunk, terms] of gathered) {
    const bytesOf = new Map<number, number[]>();
    for (const [term, places] of terms) {
      const bucket = bucketOf(term);
      let bytes = bytesOf.get(bucket);
      if (bytes === undefined) {
        bytes = [];
        bytesOf.set(bucket, bytes);
      }
      pushRecord(bytes, term, places);
    }
    for (const [bucket, bytes] of bytesOf) rows.push({ bucket, chunk, places: Uint8Array.from(bytes) });
  }
  // By their places in the index, so that those of one page are written one after another.
  return rows.sort((a, b) => a.bucket - b.bucket || a.chunk - b.chunk);
}

/** How long the term is, the term, how long its places are, and they; a term may stand in a row several times. */
function pushRecord(bytes: number[], term: string, places: ArrayLike<number>): void {
  const word = Buffer.from(term);
  pushNumber(bytes, word.length);
  for (let at = 0; at < word.length; at++) bytes.push(word[at] as number);
  pushNumber(bytes, places.length);
  for (let at = 0; at < places.length; at++) bytes.push(places[at] as number);
}

/** All terms of a row. Of one that was cut off there is less, and whoever compares notices. */
export function termsOf(row: BucketRow): Places[] {
  const found: Places[] = [];
  eachRecord(row, (bytes, from, to, places) => {
    const word = bytes.toString("utf8", from, to);
    // Where nobody looks for it, a term is none that a document has.
    const term = bucketOf(word) === row.bucket ? word : `${row.bucket} ${word}`;
    found.push({ term, chunk: row.chunk, places });
  });
  return found;
}

/** Some terms of a row, with the bytes of each; the others are passed over unread. */
export function findTerms(row: BucketRow, wanted: readonly (readonly [term: string, word: Buffer])[]): Places[] {
  const found: Places[] = [];
  eachRecord(row, (bytes, from, to, places) => {
    for (const [term, word] of wanted)
      if (word.length === to - from && word.compare(bytes, from, to) === 0) {
        found.push({ term, chunk: row.chunk, places });
        return;
      }
  });
  return found;
}

function eachRecord(
  { places }: BucketRow,
  use: (bytes: Buffer, wordFrom: number, wordTo: number, places: Uint8Array) => void,
): void {
  const bytes = Buffer.from(places.buffer, places.byteOffset, places.byteLength);
  let at = 0;
  const number = () => {
    let value = 0;
    for (let worth = 1; ; worth *= 0x80) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 0x80) * worth;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const wordBytes = number();
    const from = at;
    const to = Math.min(bytes.length, from + wordBytes);
    at = to;
    const placeBytes = number();
    use(bytes, from, to, bytes.subarray(at, at + placeBytes));
    at += placeBytes;
  }
}

/** What is left of a row without the places of some keys; undefined where it has none of them. */
export function bucketWithout(row: BucketRow, gone: ReadonlySet<number>): Uint8Array | undefined {
  let isChanged = false;
  const bytes: number[] = [];
  for (const one of termsOf(row)) {
    const left = placesWithout(one, gone);
    if (left.length !== one.places.length) isChanged = true;
    if (left.length > 0) pushRecord(bytes, one.term, left);
  }
  return isChanged ? Uint8Array.from(bytes) : undefined;
}

/** So many keys stand in one row of a term: few rows to read for a common word, and a short one to write for a new document. */
const CHUNK_KEYS = 256;

/** Stands where a term would, for the lengths of documents. No term is made of anything but letters and digits. */
export const LENGTHS = "#";

/** A term in the documents of one chunk. */
export interface Places {
  readonly term: string;
  readonly chunk: number;
  readonly places: Uint8Array;
}

export const chunkOf = (key: number): number => Math.floor(key / CHUNK_KEYS);

/** Where in its chunk a key stands; each place is this byte, and how often the term stands there, seven bits to a byte. */
const offsetOf = (key: number): number => key % CHUNK_KEYS;

/** What one document adds, by chunk and term; added to what others have added already. */
export type Gathered = Map<number, Map<string, number[]>>;

export function gatherPlaces(gathered: Gathered, key: number, terms: readonly string[]): void {
  const chunk = gathered.get(chunkOf(key)) ?? new Map<string, number[]>();
  gathered.set(chunkOf(key), chunk);
  for (const [term, times] of timesOf(terms)) addPlace(chunk, term, key, times);
  addPlace(chunk, LENGTHS, key, terms.length);
}

function timesOf(terms: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1);
  return times;
}

function addPlace(chunk: Map<string, number[]>, term: string, key: number, times: number): void {
  let places = chunk.get(term);
  if (places === undefined) {
    places = [];
    chunk.set(term, places);
  }
  places.push(offsetOf(key));
  pushNumber(places, times);
}

/** Seven bits to a byte, the low ones first. */
export function pushNumber(bytes: number[], value: number): void {
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) + 0x80);
  bytes.push(left);
}

/** Goes through the places of a term. One that was cut off counts as none, and so is noticed by whoever compares. */
export function eachPlace({ chunk, places }: Omit<Places, "term">, use: (key: number, times: number) => void): void {
  const first = chunk * CHUNK_KEYS;
  for (let at = 0; at < places.length; ) {
    const key = first + (places[at] ?? 0);
    let times = 0;
    for (let worth = 1; ; worth *= 0x80) {
      at += 1;
      const byte = places[at] ?? 0;
      times += (byte % 0x80) * worth;
      if (byte < 0x80) break;
    }
    at += 1;
    use(key, times);
  }
}

/** The places of a term without those of some keys. */
export function placesWithout(row: Places, gone: ReadonlySet<number>): number[] {
  const left: number[] = [];
  eachPlace(row, (key, times) => {
    if (gone.has(key)) return;
    left.push(offsetOf(key));
    pushNumber(left, times);
  });
  return left;
}

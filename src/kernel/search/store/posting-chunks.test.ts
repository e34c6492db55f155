import { expect, test } from "vitest";
import { bucketOf, bucketWithout, findTerms, termsOf, toBuckets } from "./posting-buckets.ts";
import {
  chunkOf,
  eachPlace,
  type Gathered,
  gatherPlaces,
  LENGTHS,
  type Places,
  placesWithout,
} from "./posting-chunks.ts";

function gather(documents: readonly (readonly [key: number, terms: string[]])[]): Gathered {
  const gathered: Gathered = new Map();
  for (const [key, terms] of documents) gatherPlaces(gathered, key, terms);
  return gathered;
}

const rowsOf = (documents: Parameters<typeof gather>[0]): Places[] =>
  toBuckets(gather(documents)).flatMap((row) => termsOf(row));

function read(rows: readonly Places[], term: string): [key: number, times: number][] {
  const found: [number, number][] = [];
  for (const row of rows) if (row.term === term) eachPlace(row, (key, times) => void found.push([key, times]));
  return found;
}

test("places come back as they were put in, over the bounds of chunks and however often a term stands there", () => {
  const often = new Array<string>(40_000).fill("reed");
  const rows = rowsOf([
    [1, ["heron", "reed", "heron"]],
    [255, ["heron"]],
    [256, ["heron"]],
    [9_007_199_254_740_991, often],
  ]);
  expect(read(rows, "heron")).toEqual([
    [1, 2],
    [255, 1],
    [256, 1],
  ]);
  expect(read(rows, "reed")).toEqual([
    [1, 1],
    [9_007_199_254_740_991, 40_000],
  ]);
  expect(read(rows, LENGTHS).map(([, length]) => length)).toEqual([3, 1, 1, 40_000]);
  expect([chunkOf(255), chunkOf(256)]).toEqual([0, 1]);
});

test("what is taken out leaves the others as they were", () => {
  const row = rowsOf([
    [3, ["heron", "heron"]],
    [4, ["heron"]],
    [5, new Array<string>(300).fill("heron")],
  ]).find(({ term }) => term === "heron");
  if (row === undefined) throw new Error("nothing was gathered");
  const left = { ...row, places: Uint8Array.from(placesWithout(row, new Set([4]))) };
  expect(read([left], "heron")).toEqual([
    [3, 2],
    [5, 300],
  ]);
});

test("terms that share a row are told apart, and what is taken out of it leaves the others", () => {
  const words = Array.from({ length: 2000 }, (_, n) => `wörd${n}`);
  const rows = toBuckets(
    gather([
      [1, words],
      [2, words.slice(0, 1000)],
    ]),
  );
  expect(rows.length).toBeLessThan(words.length / 3);
  for (const term of [words[0], words[1500]] as string[]) {
    const row = rows.find(({ bucket }) => bucket === bucketOf(term));
    if (row === undefined) throw new Error("not gathered");
    const found = findTerms(row, [[term, Buffer.from(term)]]);
    expect(read(found, term)).toEqual(
      term === words[0]
        ? [
            [1, 1],
            [2, 1],
          ]
        : [[1, 1]],
    );
    const left = { ...row, places: bucketWithout(row, new Set([1])) ?? row.places };
    expect(read(termsOf(left), term)).toEqual(term === words[0] ? [[2, 1]] : []);
    expect(bucketWithout(left, new Set([1]))).toBeUndefined();
  }
});

test("a row that is cut off anywhere is read to its end", () => {
  const [row] = toBuckets(gather([[1, ["heron", "heron"]]]));
  if (row === undefined) throw new Error("nothing was gathered");
  for (let length = 0; length < row.places.length; length++)
    expect(read(termsOf({ ...row, places: row.places.slice(0, length) }), "heron")).not.toEqual([[1, 2]]);
});

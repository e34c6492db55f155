import { expect, test } from "vitest";
import {
  chunkOf,
  eachPlace,
  type Gathered,
  gatherPlaces,
  LENGTHS,
  type PostingRow,
  placesWithout,
} from "./posting-chunks.ts";

function rowsOf(documents: readonly (readonly [key: number, terms: string[]])[]): PostingRow[] {
  const gathered: Gathered = new Map();
  for (const [key, terms] of documents) gatherPlaces(gathered, key, terms);
  return [...gathered].flatMap(([chunk, terms]) =>
    [...terms].map(([term, places]) => ({ term, chunk, places: Uint8Array.from(places) })),
  );
}

function read(rows: readonly PostingRow[], term: string): [key: number, times: number][] {
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
  const [row] = rowsOf([
    [3, ["heron", "heron"]],
    [4, ["heron"]],
    [5, new Array<string>(300).fill("heron")],
  ]);
  if (row === undefined) throw new Error("nothing was gathered");
  const left = { ...row, places: Uint8Array.from(placesWithout(row, new Set([4]))) };
  expect(read([left], "heron")).toEqual([
    [3, 2],
    [5, 300],
  ]);
});

import { type Tokens, toLengthOne } from "./embedding.ts";
import { sequenceFrom } from "./hash.ts";

const MODEL_WIDTH = 384;
const WIDTH = 128;
const TOKENS_MAX = 64;
const SEED = 12;

/** 128 directions at right angles to each other, the same on every machine: made of whole numbers, then orthogonal one by one. */
function makeDirections(): readonly Float64Array[] {
  const next = sequenceFrom(SEED);
  const directions: Float64Array[] = [];
  for (let row = 0; row < WIDTH; row++) {
    const direction = Float64Array.from({ length: MODEL_WIDTH }, () => (next() % 2001) - 1000);
    for (const other of directions) {
      let along = 0;
      for (let at = 0; at < MODEL_WIDTH; at++) along += (direction[at] as number) * (other[at] as number);
      for (let at = 0; at < MODEL_WIDTH; at++)
        direction[at] = (direction[at] as number) - along * (other[at] as number);
    }
    let squares = 0;
    for (const value of direction) squares += value * value;
    const length = Math.sqrt(squares);
    directions.push(direction.map((value) => value / length));
  }
  return directions;
}

let made: readonly Float64Array[] | undefined;

/** E12: what the model made of each token, seen along 128 fixed directions. Of more than 64, neighbours share a vector. */
export function embedTokens(outputs: readonly Float32Array[]): Tokens {
  // The first and the last token of a text frame it and are no words.
  const rows = outputs.flatMap((output) => {
    const count = output.length / MODEL_WIDTH;
    return Array.from({ length: Math.max(0, count - 2) }, (_, at) =>
      output.subarray((at + 1) * MODEL_WIDTH, (at + 2) * MODEL_WIDTH),
    );
  });
  const shared = Math.max(1, Math.ceil(rows.length / TOKENS_MAX));
  const tokens: Float32Array[] = [];
  for (let at = 0; at < rows.length; at += shared) tokens.push(toLengthOne(projected(rows.slice(at, at + shared))));
  return { kind: "tokens", tokens };
}

type Along = Float64Array;

function projected(rows: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(MODEL_WIDTH);
  for (const row of rows) for (let at = 0; at < MODEL_WIDTH; at++) sum[at] = (sum[at] as number) + (row[at] as number);
  // Made when they are first needed: a process that stores no memory starts without them.
  made ??= makeDirections();
  const values = new Float32Array(WIDTH);
  // Four directions at a time: a processor waits for a sum before it adds to it, not for four.
  for (let direction = 0; direction < WIDTH; direction += 4) {
    const [a, b, c, d] = made.slice(direction, direction + 4) as [Along, Along, Along, Along];
    let [alongA, alongB, alongC, alongD] = [0, 0, 0, 0];
    for (let at = 0; at < MODEL_WIDTH; at++) {
      const value = sum[at] as number;
      alongA += (a[at] as number) * value;
      alongB += (b[at] as number) * value;
      alongC += (c[at] as number) * value;
      alongD += (d[at] as number) * value;
    }
    values.set([alongA, alongB, alongC, alongD], direction);
  }
  return values;
}

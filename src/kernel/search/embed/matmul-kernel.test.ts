import { expect, test } from "vitest";
import {
  COLUMNS_PER_TILE,
  createMatmul,
  createMemory,
  magnitudeMax,
  packedStart,
  pairStride,
  ROWS_PER_TILE,
} from "./matmul-kernel.ts";

/** Runs the kernel on matrices given by their elements, with scales of 1 and the column number as bias. */
function multiply(
  [rows, columns, depth]: readonly [number, number, number],
  a: (r: number, d: number) => number,
  b: (c: number, d: number) => number,
) {
  const at = { a: 0, b: rows * depth * 2, out: (rows + columns) * depth * 2 };
  const ones = at.out + rows * columns * 4;
  const bias = ones + Math.max(rows, columns) * 4;
  const memory = createMemory(bias + columns * 4);
  const matmul = createMatmul(memory);
  const i16 = new Int16Array(memory.buffer);
  const f32 = new Float32Array(memory.buffer);
  const pack = (start: number, lines: number, tile: number, element: (line: number, d: number) => number) => {
    for (let line = 0; line < lines; line++) {
      for (let d = 0; d < depth; d++) {
        i16[start / 2 + packedStart(line, tile, depth) + (d >> 1) * pairStride(tile) + (d & 1)] = element(line, d);
      }
    }
  };
  pack(at.a, rows, ROWS_PER_TILE, a);
  pack(at.b, columns, COLUMNS_PER_TILE, b);
  f32.fill(1, ones / 4, bias / 4);
  for (let c = 0; c < columns; c++) f32[bias / 4 + c] = c;
  matmul(at.a, at.b, at.out, columns * 4, rows, columns, depth, ones, ones, bias);
  return f32.slice(at.out / 4, ones / 4);
}

test.each([
  [4, 8, 4],
  [8, 24, 32],
  [12, 1536, 384],
  [4, 384, 1536],
] as const)("a product of %i rows, %i columns and depth %i is what plain arithmetic gives", (rows, columns, depth) => {
  const a = (r: number, d: number) => ((r * 31 + d * 17) % 201) - 100;
  const b = (c: number, d: number) => ((c * 13 + d * 29) % 181) - 90;
  const expected = Float32Array.from({ length: rows * columns }, (_, index) => {
    const [r, c] = [Math.floor(index / columns), index % columns];
    let sum = 0;
    for (let d = 0; d < depth; d++) sum += a(r, d) * b(c, d);
    return Math.fround(sum) + c;
  });
  expect(multiply([rows, columns, depth], a, b)).toEqual(expected);
});

test.each([4, 32, 256, 384, 1536, 8192])("the largest numbers allowed at depth %i do not overflow", (depth) => {
  const most = magnitudeMax(depth);
  const [first] = multiply(
    [4, 8, depth],
    () => most,
    () => -most,
  );
  expect(first).toBe(Math.fround(-most * most * depth));
});

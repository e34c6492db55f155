import {
  ADD,
  ADD_F32,
  ADD_I32,
  advance,
  assembleModule,
  type Code,
  constant,
  DOT_I16,
  get,
  I32_TO_F32,
  load,
  loadSplat,
  MULTIPLY_F32,
  SHIFT_LEFT,
  set,
  store,
  upTo,
  ZERO,
} from "./wasm-assembly.ts";

/** What we use of WebAssembly; neither the language's library nor Node's types declare it. */
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number; shared: true }) => WasmMemory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: { kernel: { memory: WasmMemory } }) => { exports: { matmul: Matmul } };
};

export interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
}

/**
 * Multiplies quantised matrices. Arguments are addresses and counts:
 * `out[r][c] = (sum over d of a[r][d] * b[c][d]) * scaleA[r] * scaleB[c] + bias[c]`, `a` and `b` in int16, the rest float32.
 * `a` and `b` lie as `packedStart` says, in tiles of 4 and of 8; `depth` is a multiple of 4.
 */
export type Matmul = (
  a: number,
  b: number,
  out: number,
  outStrideBytes: number,
  rows: number,
  columns: number,
  depth: number,
  scaleA: number,
  scaleB: number,
  bias: number,
) => void;

export const ROWS_PER_TILE = 4;
export const COLUMNS_PER_TILE = 8;
const VECTORS_PER_TILE = COLUMNS_PER_TILE / 4;
const DEPTH_PER_STEP = 4;
const WASM_PAGE_BYTES = 65536;

/**
 * Where the first number of a line lies. Lines are packed side by side in tiles, two numbers of each in turn,
 * so that one load brings what one instruction multiplies: number `d` is `pairStride(tile) * (d >> 1) + (d & 1)` further on.
 */
export function packedStart(line: number, tile: number, depth: number): number {
  return Math.floor(line / tile) * tile * depth + (line % tile) * 2;
}

export const pairStride = (tile: number): number => tile * 2;

/** The largest magnitude both factors may have so that a sum of `depth` products always fits in 32 bits. */
export function magnitudeMax(depth: number): number {
  return Math.min(32767, Math.floor(Math.sqrt((2 ** 31 - 1) / depth)));
}

const PARAMETERS = 10;
const [A, B, OUT, OUT_STRIDE, ROWS, COLUMNS, DEPTH, SCALE_A, SCALE_B, BIAS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const [ROW, COLUMN, D, A_STEP, B_TILE, B_STEP, OUT_TILE, SCALE_TILE, COLUMN_BYTES] = [
  10, 11, 12, 13, 14, 15, 16, 17, 18,
] as const;
const I32_LOCALS = 9;
const ACTIVATION = PARAMETERS + I32_LOCALS;
const WEIGHTS = range(ACTIVATION + 1, VECTORS_PER_TILE);
const SUMS = range(0, ROWS_PER_TILE).map((row) =>
  range(ACTIVATION + 1 + VECTORS_PER_TILE * (row + 1), VECTORS_PER_TILE),
);
const V128_LOCALS = 1 + VECTORS_PER_TILE * (ROWS_PER_TILE + 1);

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, index) => from + index);
}

/** Adds two steps of depth to the 4 × 8 sums: the innermost work, all of it in registers. */
function addPair(pair: number): Code {
  return [
    WEIGHTS.map((weight, v) => [get(B_STEP), load((pair * VECTORS_PER_TILE + v) * 16), set(weight)]),
    SUMS.map((sums, row) => [
      [get(A_STEP), loadSplat((pair * ROWS_PER_TILE + row) * 4), set(ACTIVATION)],
      sums.map((sum, v) => addTo(sum, [get(ACTIVATION), get(WEIGHTS[v] ?? 0), DOT_I16])),
    ]),
  ];
}
const addTo = (sum: number, value: Code): Code => [get(sum), value, ADD_I32, set(sum)];

/** Turns the sums of one row of the tile into floats and stores them. */
function storeRow(sums: readonly number[], row: number): Code {
  const atColumn = (pointer: number, v: number): Code => [get(pointer), get(COLUMN_BYTES), ADD, load(v * 16)];
  return [
    sums.map((sum, v) => [
      [get(OUT_TILE), get(sum), I32_TO_F32, get(SCALE_TILE), loadSplat(row * 4), MULTIPLY_F32],
      [atColumn(SCALE_B, v), MULTIPLY_F32, atColumn(BIAS, v), ADD_F32, store(v * 16)],
    ]),
    advance(OUT_TILE, get(OUT_STRIDE)),
  ];
}

function multiplyTile(): Code {
  return [
    SUMS.flat().map((sum) => [ZERO, set(sum)]),
    [get(B_TILE), set(B_STEP)],
    upTo(D, DEPTH_PER_STEP, DEPTH, [
      range(0, DEPTH_PER_STEP / 2).map(addPair),
      advance(B_STEP, constant(DEPTH_PER_STEP * COLUMNS_PER_TILE * 2)),
      advance(A_STEP, constant(DEPTH_PER_STEP * ROWS_PER_TILE * 2)),
    ]),
    SUMS.map(storeRow),
    advance(SCALE_TILE, constant(ROWS_PER_TILE * 4)),
  ];
}

/** Columns outside, rows inside: eight columns of weights stay in the nearest cache while all rows pass by. */
function multiplyAll(): Code {
  return [
    [get(B), set(B_TILE)],
    upTo(COLUMN, COLUMNS_PER_TILE, COLUMNS, [
      [get(A), set(A_STEP), get(SCALE_A), set(SCALE_TILE)],
      [get(COLUMN), constant(2), SHIFT_LEFT, set(COLUMN_BYTES)],
      [get(OUT), get(COLUMN_BYTES), ADD, set(OUT_TILE)],
      upTo(ROW, ROWS_PER_TILE, ROWS, multiplyTile()),
      [get(B_STEP), set(B_TILE)],
    ]),
  ];
}

/** Memory of at least `bytes` that threads can share. */
export function createMemory(bytes: number): WasmMemory {
  const pages = Math.ceil(bytes / WASM_PAGE_BYTES);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/** The kernel over a memory. Plain integer SIMD: every machine computes the same bits. */
export function createMatmul(memory: WasmMemory): Matmul {
  const code = assembleModule("matmul", PARAMETERS, { i32: I32_LOCALS, v128: V128_LOCALS }, multiplyAll());
  return new WebAssembly.Instance(new WebAssembly.Module(code), { kernel: { memory } }).exports.matmul;
}

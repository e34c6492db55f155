import type { BertShape, BertWeights, Linear, Norm, Workspace } from "./bert-weights.ts";
import {
  COLUMNS_PER_TILE,
  createMatmul,
  magnitudeMax,
  packedStart,
  pairStride,
  ROWS_PER_TILE,
  type WasmMemory,
} from "./matmul-kernel.ts";
import { type Lines, quantise } from "./quantise.ts";
import { readShared } from "./safetensors.ts";
import { DECAY_REACH, decay, GELU_REACH, gelu } from "./tabulated-function.ts";

/** How the tokens' vectors become one: their mean, or the vector of the first token. */
export type Pooling = "mean" | "first";

/** A text as the model sees it: one vector of length one, and what it made of each token, where that was asked for. */
export interface Encoded {
  readonly vector: Float32Array;
  /** One after another, in the order of the tokens; empty unless asked for. */
  readonly tokens: Float32Array;
}

/** Token ids in, vectors out. The same ids give the same bits, whatever was embedded before. */
export type Encode = (ids: readonly number[], withTokens?: boolean) => Encoded;

const upToMultiple = (value: number, of: number): number => Math.ceil(value / of) * of;

/** The encoder of one thread over weights that all share. */
export function createBert(shape: BertShape, weights: BertWeights, thread: number, pooling: Pooling): Encode {
  const workspace = weights.workspaces[thread];
  if (workspace === undefined) throw new Error("there is no room for another thread");
  const { hidden } = shape;
  const f32 = new Float32Array(weights.memory.buffer);
  const { attend, multiply, normalise, activate } = createSteps(shape, weights.memory, workspace);
  const { state, change, wide } = workspace;
  const words = readShared(weights.words);
  const positions = readShared(weights.positions);
  const segments = readShared(weights.segments);

  return (ids, withTokens = false) => {
    const tokens = ids.length;
    embedTokens(ids);
    for (const layer of weights.layers) {
      multiply(layer.queryKeyValue, state, wide, tokens);
      attend(tokens);
      multiply(layer.attentionOut, change, wide, tokens);
      normalise(layer.attentionNorm, wide, tokens);
      multiply(layer.widen, state, wide, tokens);
      activate(tokens);
      multiply(layer.narrow, wide, change, tokens);
      normalise(layer.outputNorm, change, tokens);
    }
    return {
      vector: toUnitLength(pool(pooling === "mean" ? tokens : 1)),
      tokens: withTokens ? f32.slice(state / 4, state / 4 + tokens * hidden) : new Float32Array(0),
    };
  };

  function embedTokens(ids: readonly number[]): void {
    const segment = segments.decode(0, hidden);
    for (const [position, id] of ids.entries()) {
      const start = state / 4 + position * hidden;
      const place = positions.decode(position * hidden, hidden);
      f32.set(words.decode(id * hidden, hidden), start);
      for (let h = 0; h < hidden; h++)
        f32[start + h] = (f32[start + h] as number) + (segment[h] as number) + (place[h] as number);
    }
    f32.fill(0, change / 4, change / 4 + ids.length * hidden);
    normalise(weights.embeddingNorm, change, ids.length);
  }

  function pool(rows: number): Float64Array {
    const sums = new Float64Array(hidden);
    for (let row = 0, at = state / 4; row < rows; row++) {
      for (let h = 0; h < hidden; h++, at++) sums[h] = (sums[h] as number) + (f32[at] as number);
    }
    return sums;
  }
}

function toUnitLength(vector: Float64Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  return Float32Array.from(vector, (x) => (length === 0 ? 0 : x / length));
}

/** The steps of a layer, each from one place of the workspace to another. */
function createSteps(
  { hidden, heads, intermediate, layerNormEpsilon }: BertShape,
  memory: WasmMemory,
  workspace: Workspace,
) {
  const matmul = createMatmul(memory);
  const f32 = new Float32Array(memory.buffer);
  const i16 = new Int16Array(memory.buffer);
  const { state, change, wide, scores, quantised, rowScales, packed, columnScales, noBias } = workspace;
  const headSize = hidden / heads;
  const inverseRoot = 1 / Math.sqrt(headSize);

  const toRows = { i16, f32, packed: quantised / 2, scales: rowScales / 4, tile: ROWS_PER_TILE };
  const toColumns = { i16, f32, packed: packed / 2, scales: columnScales / 4, tile: COLUMNS_PER_TILE };

  function multiply(map: Linear, from: number, to: number, tokens: number): void {
    const { columns, depth } = map;
    const lines = { values: f32, start: from / 4, count: tokens, stride: depth, depth, depthStride: 1 };
    quantise(lines, { ...toRows, depth });
    const rows = upToMultiple(tokens, ROWS_PER_TILE);
    matmul(quantised, map.packed, to, columns * 4, rows, columns, depth, rowScales, map.scales, map.bias);
  }

  /** From the queries, keys and values in `wide` to the attended values in `change`, one head after another. */
  function attend(tokens: number): void {
    const rows = upToMultiple(tokens, ROWS_PER_TILE);
    const columns = upToMultiple(tokens, COLUMNS_PER_TILE);
    const stride = 3 * hidden;
    for (let head = 0; head < heads; head++) {
      const query = wide / 4 + head * headSize;
      const out = change + head * headSize * 4;
      const perToken = (start: number): Lines => ({
        values: f32,
        start,
        count: tokens,
        stride,
        depth: headSize,
        depthStride: 1,
      });
      const perNumber = (start: number): Lines => ({
        values: f32,
        start,
        count: headSize,
        stride: 1,
        depth: tokens,
        depthStride: stride,
      });
      quantise(perToken(query), { ...toRows, depth: headSize });
      quantise(perToken(query + hidden), { ...toColumns, depth: headSize });
      matmul(quantised, packed, scores, columns * 4, rows, columns, headSize, rowScales, columnScales, noBias);
      weigh(tokens, columns);
      quantise(perNumber(query + 2 * hidden), { ...toColumns, depth: columns });
      matmul(quantised, packed, out, hidden * 4, rows, headSize, columns, rowScales, columnScales, noBias);
    }
  }

  /** Softmax of the scores, straight to int16. Padding gets weight 0, so what lies beside it in memory does not count. */
  function weigh(tokens: number, columns: number): void {
    const limit = magnitudeMax(columns);
    const pairs = pairStride(ROWS_PER_TILE);
    for (let row = 0; row < tokens; row++) {
      const from = scores / 4 + row * columns;
      const to = quantised / 2 + packedStart(row, ROWS_PER_TILE, columns);
      let top = f32[from] as number;
      for (let at = from + 1; at < from + tokens; at++) if ((f32[at] as number) > top) top = f32[at] as number;
      let sum = 0;
      for (let column = 0; column < tokens; column++) {
        const distance = (top - (f32[from + column] as number)) * inverseRoot;
        const share = (decay(Math.min(distance, DECAY_REACH)) * limit + 0.5) | 0;
        i16[to + (column >> 1) * pairs + (column & 1)] = share;
        sum += share;
      }
      for (let column = tokens; column < columns; column++) i16[to + (column >> 1) * pairs + (column & 1)] = 0;
      f32[rowScales / 4 + row] = 1 / sum;
    }
  }

  /** Adds what lies at `from` to the state and brings each row to mean 0 and variance 1, then to the learned scale. */
  function normalise({ weight, bias }: Norm, from: number, tokens: number): void {
    for (let row = 0; row < tokens; row++) {
      const at = state / 4 + row * hidden;
      const added = from / 4 + row * hidden;
      let sum = 0;
      for (let h = 0; h < hidden; h++) {
        const x = (f32[at + h] as number) + (f32[added + h] as number);
        f32[at + h] = x;
        sum += x;
      }
      const mean = sum / hidden;
      let squares = 0;
      for (let h = 0; h < hidden; h++) squares += ((f32[at + h] as number) - mean) ** 2;
      const factor = 1 / Math.sqrt(squares / hidden + layerNormEpsilon);
      for (let h = 0; h < hidden; h++) {
        f32[at + h] = ((f32[at + h] as number) - mean) * factor * (weight[h] as number) + (bias[h] as number);
      }
    }
  }

  function activate(tokens: number): void {
    const from = wide / 4;
    for (let at = from; at < from + tokens * intermediate; at++) {
      const x = f32[at] as number;
      f32[at] = x > GELU_REACH ? x : x < -GELU_REACH ? 0 : gelu(x);
    }
  }

  return { multiply, attend, normalise, activate };
}

import { COLUMNS_PER_TILE, createMemory, type WasmMemory } from "./matmul-kernel.ts";
import { quantise } from "./quantise.ts";
import type { SharedTensor, Tensor, Tensors } from "./safetensors.ts";

/** The sizes of a BERT encoder, as its config.json gives them. */
export interface BertShape {
  readonly hidden: number;
  readonly heads: number;
  readonly layers: number;
  readonly intermediate: number;
  readonly layerNormEpsilon: number;
}

/** A linear map in the kernel's memory: where its int16 weights, their scales and its bias lie. */
export interface Linear {
  readonly columns: number;
  readonly depth: number;
  readonly packed: number;
  readonly scales: number;
  readonly bias: number;
}

export interface Norm {
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

export interface Layer {
  readonly queryKeyValue: Linear;
  readonly attentionOut: Linear;
  readonly attentionNorm: Norm;
  readonly widen: Linear;
  readonly narrow: Linear;
  readonly outputNorm: Norm;
}

/** Addresses of the room in which a text is worked on; each is written before it is read. */
export interface Workspace {
  readonly state: number;
  readonly change: number;
  readonly wide: number;
  readonly scores: number;
  readonly quantised: number;
  readonly rowScales: number;
  readonly packed: number;
  readonly columnScales: number;
  /** Stays zero. */
  readonly noBias: number;
}

/** The most threads that can work with one set of weights. */
export const THREADS_MAX = 4;

/** A loaded model, as it goes from thread to thread: the weights are there once, and each thread has room of its own. */
export interface BertWeights {
  readonly memory: WasmMemory;
  readonly workspaces: readonly Workspace[];
  readonly layers: readonly Layer[];
  readonly words: SharedTensor;
  readonly positions: SharedTensor;
  readonly segments: SharedTensor;
  readonly embeddingNorm: Norm;
}

/** Hands out addresses one after another; the memory is made when all are known. */
function createLayout() {
  let next = 0;
  const reserve = (bytes: number): number => {
    const at = next;
    next += Math.ceil(bytes / 16) * 16;
    return at;
  };
  const linear = (columns: number, depth: number): Linear => ({
    columns,
    depth,
    packed: reserve(columns * depth * 2),
    scales: reserve(columns * 4),
    bias: reserve(columns * 4),
  });
  return { reserve, linear, bytes: () => next };
}

function layOutWorkspace(
  { hidden, heads, intermediate }: BertShape,
  tokensMax: number,
  reserve: (bytes: number) => number,
) {
  const rows = Math.ceil(tokensMax / COLUMNS_PER_TILE) * COLUMNS_PER_TILE;
  const headSize = hidden / heads;
  return {
    state: reserve(rows * hidden * 4),
    change: reserve(rows * hidden * 4),
    wide: reserve(rows * Math.max(3 * hidden, intermediate) * 4),
    scores: reserve(rows * rows * 4),
    quantised: reserve(rows * Math.max(hidden, intermediate, rows) * 2),
    rowScales: reserve(rows * 4),
    packed: reserve(rows * headSize * 2),
    columnScales: reserve(Math.max(rows, headSize) * 4),
    noBias: reserve(Math.max(rows, headSize) * 4),
  };
}

/** Reads a tensor of a known size; models saved with a task on top put `bert.` before each name. */
function createReader(tensors: Tensors) {
  return (name: string, ...shape: readonly number[]): Tensor => {
    const tensor = tensors.get(name) ?? tensors.get(`bert.${name}`);
    if (tensor === undefined) throw new Error("the model file lacks a tensor of a BERT encoder");
    // A first side of 0 leaves the number of rows open.
    const fits = shape.every((side, index) => side === 0 || side === tensor.shape[index]);
    if (!fits || shape.length !== tensor.shape.length) throw new Error("a tensor has not the size config.json gives");
    return tensor;
  };
}

/** Turns the weights to int16 in the kernel's layout and makes room for texts of up to `tokensMax` tokens in each thread. */
export function loadBertWeights(shape: BertShape, tensors: Tensors, tokensMax: number): BertWeights {
  const { hidden, intermediate } = shape;
  const { reserve, linear, bytes } = createLayout();
  const maps = Array.from({ length: shape.layers }, () => ({
    queryKeyValue: linear(3 * hidden, hidden),
    attentionOut: linear(hidden, hidden),
    widen: linear(intermediate, hidden),
    narrow: linear(hidden, intermediate),
  }));
  // Room that no thread works in is never touched, and costs nothing.
  const workspaces = Array.from({ length: THREADS_MAX }, () => layOutWorkspace(shape, tokensMax, reserve));
  const memory = createMemory(bytes());
  const f32 = new Float32Array(memory.buffer);
  const i16 = new Int16Array(memory.buffer);
  const read = createReader(tensors);
  const vector = (name: string, length: number): Float32Array => read(name, length).decode(0, length);
  const norm = (name: string): Norm => ({
    weight: vector(`${name}.weight`, hidden),
    bias: vector(`${name}.bias`, hidden),
  });

  /** Fills a linear map with the tensors of these names, one after another. */
  function fill(map: Linear, ...names: readonly string[]): Linear {
    const { depth } = map;
    const rows = map.columns / names.length;
    for (const [part, name] of names.entries()) {
      const first = part * rows;
      const values = read(`${name}.weight`, rows, depth).decode(0, rows * depth);
      const lines = { values, start: 0, count: rows, stride: depth, depth, depthStride: 1 };
      const place = { packed: map.packed / 2 + first * depth, scales: map.scales / 4 + first };
      quantise(lines, { i16, f32, tile: COLUMNS_PER_TILE, depth, ...place });
      f32.set(vector(`${name}.bias`, rows), map.bias / 4 + first);
    }
    return map;
  }

  const layers = maps.map(({ queryKeyValue, attentionOut, widen, narrow }, index): Layer => {
    const layer = `encoder.layer.${index}`;
    const self = `${layer}.attention.self`;
    return {
      queryKeyValue: fill(queryKeyValue, `${self}.query`, `${self}.key`, `${self}.value`),
      attentionOut: fill(attentionOut, `${layer}.attention.output.dense`),
      attentionNorm: norm(`${layer}.attention.output.LayerNorm`),
      widen: fill(widen, `${layer}.intermediate.dense`),
      narrow: fill(narrow, `${layer}.output.dense`),
      outputNorm: norm(`${layer}.output.LayerNorm`),
    };
  });
  return {
    memory,
    workspaces,
    layers,
    words: read("embeddings.word_embeddings.weight", 0, hidden).detach(),
    positions: read("embeddings.position_embeddings.weight", 0, hidden).detach(),
    segments: read("embeddings.token_type_embeddings.weight", 0, hidden).detach(),
    embeddingNorm: norm("embeddings.LayerNorm"),
  };
}

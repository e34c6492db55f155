/** One named array of a model file. Decoded in pieces: the word table is large, and a text needs few rows of it. */
export interface Tensor {
  readonly shape: readonly number[];
  /** `count` numbers from position `from`. */
  decode(from: number, count: number): Float32Array;
  /** The same numbers in bytes of their own, which threads can share: those of the file can be let go. */
  detach(): SharedTensor;
}

/** A tensor as it goes from thread to thread. */
export interface SharedTensor {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

export type Tensors = ReadonlyMap<string, Tensor>;

interface Format {
  readonly bytes: number;
  readonly read: (view: DataView, offset: number) => number;
}

const HALVES = Float32Array.from({ length: 0x10000 }, (_, bits) => halfToFloat(bits));

const FORMATS: Readonly<Record<string, Format>> = {
  F32: { bytes: 4, read: (view, offset) => view.getFloat32(offset, true) },
  F16: { bytes: 2, read: (view, offset) => HALVES[view.getUint16(offset, true)] ?? 0 },
  BF16: { bytes: 2, read: (view, offset) => bfloatToFloat(view.getUint16(offset, true)) },
};

const HEADER_BYTES_MAX = 10_000_000;

/** Reads a safetensors file: a length, a JSON header, the numbers. Refuses what points outside the file. */
export function readSafetensors(file: Uint8Array): Tensors {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerBytes = file.byteLength < 8 ? Number.NaN : Number(view.getBigUint64(0, true));
  if (!(headerBytes <= Math.min(HEADER_BYTES_MAX, file.byteLength - 8))) throw new Error("not a safetensors file");
  const header: unknown = JSON.parse(Buffer.from(file.subarray(8, 8 + headerBytes)).toString("utf8"));
  const start = 8 + headerBytes;
  const tensors = new Map<string, Tensor>();
  for (const [name, entry] of Object.entries(header ?? {})) {
    const tensor = readTensor(file, start, entry);
    if (tensor !== undefined) tensors.set(name, tensor);
  }
  return tensors;
}

/** Nothing for what holds no floating-point numbers, such as the metadata. */
function readTensor(file: Uint8Array, start: number, entry: unknown): Tensor | undefined {
  if (!isEntry(entry)) return undefined;
  const { dtype, shape, data_offsets } = entry;
  const format = FORMATS[dtype];
  if (format === undefined) return undefined;
  const [from, to] = data_offsets;
  const length = shape.reduce((product, side) => product * side, 1);
  if (!(to - from === length * format.bytes && start + to <= file.byteLength)) {
    throw new Error("a tensor lies outside the model file");
  }
  return createTensor(shape, dtype, format, file.subarray(start + from, start + to));
}

/** The tensor of another thread. */
export function readShared({ shape, dtype, bytes }: SharedTensor): Tensor {
  const format = FORMATS[dtype];
  if (format === undefined) throw new Error("a shared tensor holds no numbers");
  return createTensor(shape, dtype, format, bytes);
}

function createTensor(shape: readonly number[], dtype: string, format: Format, bytes: Uint8Array): Tensor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    shape,
    decode(from, count) {
      const numbers = new Float32Array(count);
      for (let index = 0; index < count; index++) numbers[index] = format.read(view, (from + index) * format.bytes);
      return numbers;
    },
    detach() {
      const own = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
      own.set(bytes);
      return { shape, dtype, bytes: own };
    },
  };
}

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

function isEntry(entry: unknown): entry is Entry {
  if (typeof entry !== "object" || entry === null) return false;
  if (!("dtype" in entry && "shape" in entry && "data_offsets" in entry)) return false;
  const { dtype, shape, data_offsets } = entry;
  return typeof dtype === "string" && isCounts(shape) && isCounts(data_offsets) && data_offsets.length === 2;
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);
}

function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const bfloatBits = new Uint32Array(1);
const bfloatValue = new Float32Array(bfloatBits.buffer);

function bfloatToFloat(bits: number): number {
  bfloatBits[0] = bits << 16;
  return bfloatValue[0] ?? 0;
}

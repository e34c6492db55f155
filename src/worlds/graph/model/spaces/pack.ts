import { type Dense, dense, type Embedding, type Fingerprint, type Sparse, type Tokens } from "./embedding.ts";
import { E2, E3, E4, E9, SPACES } from "./names.ts";
import { embedPeriods, embedPosition, embedRecency } from "./temporal.ts";

// A fingerprint as it is kept: one byte a number, times and places left out because they follow from the row. What is
// compared is always what was kept: a text that is only asked about is packed and read back too.

/** From when a memory is, its place in its session, and from when it is looked at. */
export interface Moment {
  readonly createdAt: number;
  readonly position: number;
  readonly now: number;
}

const FORMAT = 1;
const STEPS = 127;
/** The spaces whose vectors follow from times and places. */
const FROM_MOMENT: ReadonlySet<number> = new Set([E2, E3, E4]);
const KEPT = SPACES.map((_, space) => space).filter((space) => !FROM_MOMENT.has(space));

/** The bytes of what one text is in ten spaces. */
export function pack(of: (space: number) => Embedding): Uint8Array {
  return joined(KEPT.map((space) => packEmbedding(of(space), space === E9)));
}

/** The same bytes but for one space, which is another now. */
export function repack(bytes: Uint8Array, space: number, embedding: Embedding): Uint8Array {
  const parts = partsOf(bytes);
  parts[KEPT.indexOf(space)] = packEmbedding(embedding, space === E9);
  return joined(parts);
}

function joined(parts: readonly Buffer[]): Uint8Array {
  const head = Buffer.alloc(1 + 4 * parts.length);
  head.writeUInt8(FORMAT, 0);
  parts.forEach((part, at) => {
    head.writeUInt32LE(part.length, 1 + 4 * at);
  });
  return new Uint8Array(Buffer.concat([head, ...parts]));
}

function packEmbedding(embedding: Embedding, isBits: boolean): Buffer {
  if (isBits) return packBits(embedding as Dense);
  if (embedding.kind === "dense") return packNumbers(embedding.values);
  if (embedding.kind === "tokens") return Buffer.concat(embedding.tokens.map(packNumbers));
  const numbers = packNumbers(embedding.values);
  const indices = Buffer.alloc(2 * embedding.indices.length);
  embedding.indices.forEach((index, at) => {
    indices.writeUInt16LE(index, 2 * at);
  });
  return Buffer.concat([indices, numbers]);
}

/** The largest magnitude as a float, then each number in steps of it. */
function packNumbers(values: Float32Array): Buffer {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const bytes = Buffer.alloc(4 + values.length);
  bytes.writeFloatLE(largest, 0);
  const scale = Math.fround(largest);
  values.forEach((value, at) => {
    bytes.writeInt8(scale === 0 ? 0 : Math.round((value / scale) * STEPS), 4 + at);
  });
  return bytes;
}

function packBits({ values }: Dense): Buffer {
  const bytes = Buffer.alloc(values.length / 8);
  values.forEach((value, at) => {
    if (value >= 0.5) bytes[at >> 3] = (bytes[at >> 3] as number) | (1 << (at & 7));
  });
  return bytes;
}

/** What was packed, each space read when it is first asked for. */
export function unpack(bytes: Uint8Array, moment: Moment): Fingerprint {
  const parts = partsOf(bytes);
  const read: (Embedding | undefined)[] = [];
  return {
    of(space) {
      read[space] ??= FROM_MOMENT.has(space) ? fromMoment(space, moment) : fromBytes(space);
      return read[space];
    },
  };

  function fromBytes(space: number): Embedding {
    return unpackEmbedding(parts[KEPT.indexOf(space)] as Buffer, space);
  }
}

/** The bytes of each kept space. */
function partsOf(bytes: Uint8Array): Buffer[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer[0] !== FORMAT) throw new TypeError("a kept fingerprint is of another format");
  let next = 1 + 4 * KEPT.length;
  const parts = KEPT.map((_, at) => {
    const start = next;
    next += buffer.readUInt32LE(1 + 4 * at);
    return buffer.subarray(start, next);
  });
  if (next !== buffer.length) throw new TypeError("a kept fingerprint is not whole");
  return parts;
}

function fromMoment(space: number, { createdAt, position, now }: Moment): Dense {
  if (space === E2) return embedRecency(createdAt, now);
  return space === E3 ? embedPeriods(createdAt) : embedPosition(position);
}

/** Spaces of dense form whose vectors are mostly zeros, and are kept like sparse ones. */
const isMostlyZero = (space: number): boolean => space !== 0 && space !== E9;

function unpackEmbedding(part: Buffer, space: number): Embedding {
  const { dimensions, form } = SPACES[space] as (typeof SPACES)[number];
  if (space === E9) return unpackBits(part, dimensions);
  if (form === "tokens") return unpackTokens(part, dimensions);
  if (isMostlyZero(space)) return unpackSparse(part, dimensions);
  return dense(unpackNumbers(part, dimensions));
}

function unpackNumbers(part: Buffer, count: number): Float32Array {
  const scale = part.readFloatLE(0) / STEPS;
  const steps = new Int8Array(part.buffer, part.byteOffset + 4, count);
  const values = new Float32Array(count);
  for (let at = 0; at < count; at++) values[at] = (steps[at] as number) * scale;
  return values;
}

function unpackSparse(part: Buffer, dimensions: number): Sparse {
  const count = (part.length - 4) / 3;
  const indices = new Uint16Array(count);
  for (let at = 0; at < count; at++) indices[at] = part.readUInt16LE(2 * at);
  return { kind: "sparse", dimensions, indices, values: unpackNumbers(part.subarray(2 * count), count) };
}

function unpackTokens(part: Buffer, dimensions: number): Tokens {
  const size = 4 + dimensions;
  const tokens = Array.from({ length: part.length / size }, (_, at) =>
    unpackNumbers(part.subarray(at * size, (at + 1) * size), dimensions),
  );
  return { kind: "tokens", tokens };
}

function unpackBits(part: Buffer, dimensions: number): Dense {
  const values = new Float32Array(dimensions);
  for (let at = 0; at < dimensions; at++) values[at] = ((part[at >> 3] as number) >> (at & 7)) & 1;
  return dense(values);
}

import { magnitudeMax, packedStart, pairStride } from "./matmul-kernel.ts";

// Typed arrays are read with `as number`, not `?? 0`, which would slow these loops down.

/** Lines of numbers inside an array: where they begin, how far apart they lie, and how far apart the numbers of one. */
export interface Lines {
  readonly values: Float32Array;
  readonly start: number;
  readonly count: number;
  readonly stride: number;
  readonly depth: number;
  readonly depthStride: number;
}

/** Where quantised lines go: int16 in tiles at `packed`, one scale per line at `scales`. Positions, not addresses. */
export interface Packed {
  readonly i16: Int16Array;
  readonly packed: number;
  readonly f32: Float32Array;
  readonly scales: number;
  readonly tile: number;
  /** At least the depth of the lines; what lies between is left as it is. */
  readonly depth: number;
}

/** Rounds to the nearest integer, halves upward; the detour over 65536 keeps it in integer arithmetic. */
const round = (x: number): number => ((x + 65536.5) | 0) - 65536;

/** Writes each line as int16 with a scale of its own, so that its largest number takes the whole range. */
export function quantise(from: Lines, to: Packed): void {
  const { values, stride, depth, depthStride } = from;
  const { i16, f32, tile } = to;
  const limit = magnitudeMax(to.depth);
  const pairs = pairStride(tile);
  for (let line = 0; line < from.count; line++) {
    const first = from.start + line * stride;
    let top = 0;
    for (let d = 0, at = first; d < depth; d++, at += depthStride) {
      const magnitude = Math.abs(values[at] as number);
      if (magnitude > top) top = magnitude;
    }
    const factor = top === 0 ? 0 : limit / top;
    const target = to.packed + packedStart(line, tile, to.depth);
    for (let d = 0, at = first; d < depth; d++, at += depthStride) {
      i16[target + (d >> 1) * pairs + (d & 1)] = round((values[at] as number) * factor);
    }
    f32[to.scales + line] = top / limit;
  }
}

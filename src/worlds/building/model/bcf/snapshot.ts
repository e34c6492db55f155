import { type Seen, seenCorners, type ViewFrame, viewAlong } from "../section/view-frame.ts";
import type { Placement, Vector } from "../shape/shape.ts";
import type { SolidMesh } from "../solids/solid.ts";
import { writePng } from "./png.ts";

const [WIDTH, HEIGHT] = [800, 600];
/** From the south-west and above. */
const DIRECTION: Vector = [0.62, 0.62, -0.48];
const AROUND = 1.35;
const LEAST_M = 3;
const [PLAIN, CHOSEN, PAPER] = [
  [205, 205, 200],
  [214, 64, 48],
  [255, 255, 255],
] as const;
/** How much of what is chosen shows through what stands before it. */
const THROUGH = 0.65;

export interface SnapshotSurface {
  readonly mesh: SolidMesh;
  readonly at: Placement;
  readonly isChosen: boolean;
}

/** A camera without perspective, in metres. */
export interface Camera {
  readonly place: Vector;
  readonly direction: Vector;
  readonly up: Vector;
  /** Height of what is seen. */
  readonly height: number;
  readonly aspect: number;
}

export interface Snapshot {
  readonly camera: Camera;
  readonly png: Uint8Array;
}

/** Looks at what is chosen, or at everything where nothing is, and draws what a viewer with this camera would show. */
export function takeSnapshot(surfaces: readonly SnapshotSurface[]): Snapshot {
  const frame = viewAlong([0, 0, 0], DIRECTION);
  const seen = surfaces.map(({ mesh, at, isChosen }) => ({
    corners: seenCorners(frame, mesh.positions, at),
    indices: mesh.indices,
    isChosen,
  }));
  const chosen = seen.filter(({ isChosen }) => isChosen);
  const target = rangeOf((chosen.length > 0 ? chosen : seen).flatMap(({ corners }) => corners));
  const all = rangeOf(seen.flatMap(({ corners }) => corners));
  const aspect = WIDTH / HEIGHT;
  // What is chosen is shown with what is around it.
  const wider = chosen.length > 0 ? 2 * AROUND : AROUND;
  const height = Math.max(LEAST_M, wider * Math.max(target.size[1], target.size[0] / aspect));
  const back = all.least[2] - 5;
  const middle: Seen = [target.middle[0], target.middle[1], back];
  const canvas = createCanvas(middle, height);
  for (const { corners, indices } of seen.filter(({ isChosen }) => !isChosen)) canvas.draw(corners, indices, PLAIN, 1);
  for (const { corners, indices } of chosen) canvas.draw(corners, indices, CHOSEN, THROUGH);
  return {
    camera: { place: placeOf(frame, middle), direction: frame.away, up: frame.up, height, aspect },
    png: writePng(WIDTH, HEIGHT, canvas.pixels),
  };
}

function placeOf({ right, up, away }: ViewFrame, [x, y, z]: Seen): Vector {
  const part = (axis: 0 | 1 | 2) => right[axis] * x + up[axis] * y + away[axis] * z;
  return [part(0), part(1), part(2)];
}

function rangeOf(corners: readonly Seen[]) {
  const [least, most] = [
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ];
  for (const corner of corners) {
    for (const axis of [0, 1, 2] as const) {
      least[axis] = Math.min(least[axis] as number, corner[axis]);
      most[axis] = Math.max(most[axis] as number, corner[axis]);
    }
  }
  if (corners.length === 0) return { least: [0, 0, 0] as Seen, size: [1, 1, 1] as Seen, middle: [0, 0, 0] as Seen };
  const of = (pick: (low: number, high: number) => number) =>
    [0, 1, 2].map((axis) => pick(least[axis] as number, most[axis] as number)) as unknown as Seen;
  return { least: of((low) => low), size: of((low, high) => high - low), middle: of((low, high) => (low + high) / 2) };
}

/** A picture that keeps how far away each of its pixels is. */
function createCanvas([left, low]: Seen, height: number) {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let at = 0; at < pixels.length; at += 3) pixels.set(PAPER, at);
  const depths = new Float64Array(WIDTH * HEIGHT).fill(Number.POSITIVE_INFINITY);
  const scale = HEIGHT / height;
  const onScreen = ([x, y, away]: Seen): Seen => [WIDTH / 2 + (x - left) * scale, HEIGHT / 2 - (y - low) * scale, away];

  function draw(corners: readonly Seen[], indices: Uint32Array, colour: readonly number[], through: number): void {
    const screen = corners.map(onScreen);
    for (let at = 0; at + 2 < indices.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((n) => screen[indices[at + n] as number] as Seen) as [Seen, Seen, Seen];
      const light = lightOf([0, 1, 2].map((n) => corners[indices[at + n] as number] as Seen) as [Seen, Seen, Seen]);
      fill(
        a,
        b,
        c,
        colour.map((part) => part * light),
        through,
      );
    }
  }

  /** Each pixel whose middle lies in a triangle; behind something only what shows through. */
  function fill(a: Seen, b: Seen, c: Seen, colour: readonly number[], through: number): void {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (Math.abs(area) < 1e-9) return;
    const range = (axis: 0 | 1, most: number) => {
      const values = [a[axis], b[axis], c[axis]];
      return [
        Math.max(0, Math.floor(Math.min(...values))),
        Math.min(most - 1, Math.ceil(Math.max(...values))),
      ] as const;
    };
    const [[x0, x1], [y0, y1]] = [range(0, WIDTH), range(1, HEIGHT)];
    for (let y = y0; y <= y1; y += 1) {
      for (let x = x0; x <= x1; x += 1) {
        const [px, py] = [x + 0.5, y + 0.5];
        const u = ((px - a[0]) * (c[1] - a[1]) - (py - a[1]) * (c[0] - a[0])) / area;
        const v = ((b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0])) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        const away = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
        const at = y * WIDTH + x;
        const isBefore = away < (depths[at] as number);
        if (!isBefore && through === 1) continue;
        if (isBefore) depths[at] = away;
        const share = isBefore ? 1 : through * 0.2;
        for (const part of [0, 1, 2]) {
          const old = pixels[at * 3 + part] as number;
          pixels[at * 3 + part] = Math.round(old + share * ((colour[part] as number) - old));
        }
      }
    }
  }
  return { pixels, draw };
}

/** How bright a face is by where it looks. */
function lightOf([a, b, c]: readonly [Seen, Seen, Seen]): number {
  const [u, v] = [
    [b[0] - a[0], b[1] - a[1], b[2] - a[2]],
    [c[0] - a[0], c[1] - a[1], c[2] - a[2]],
  ] as [number[], number[]];
  const normal = [0, 1, 2].map((n) => {
    const [i, j] = [(n + 1) % 3, (n + 2) % 3];
    return (u[i] as number) * (v[j] as number) - (u[j] as number) * (v[i] as number);
  });
  const size = Math.hypot(...normal) || 1;
  // Seen from before it, every face looks at us; then light falls from above and from the left.
  const [side = 0, up = 0] = normal.map((part) => ((normal[2] as number) > 0 ? -part : part) / size);
  return 0.84 + 0.14 * up - 0.12 * side;
}

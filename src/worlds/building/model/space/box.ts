import type { Box } from "../shape/bounds.ts";

/** Whether two boxes have at least a point in common. */
export function overlaps(a: Box, b: Box): boolean {
  return (
    a.min[0] <= b.max[0] &&
    b.min[0] <= a.max[0] &&
    a.min[1] <= b.max[1] &&
    b.min[1] <= a.max[1] &&
    a.min[2] <= b.max[2] &&
    b.min[2] <= a.max[2]
  );
}

export function around(boxes: readonly Box[]): Box | undefined {
  const [first, ...others] = boxes;
  return others.reduce<Box | undefined>((all, box) => all && joined(all, box), first);
}

/** The same box, larger on every side. */
export function grown({ min, max }: Box, by: number): Box {
  return { min: [min[0] - by, min[1] - by, min[2] - by], max: [max[0] + by, max[1] + by, max[2] + by] };
}

function joined(a: Box, b: Box): Box {
  return {
    min: [Math.min(a.min[0], b.min[0]), Math.min(a.min[1], b.min[1]), Math.min(a.min[2], b.min[2])],
    max: [Math.max(a.max[0], b.max[0]), Math.max(a.max[1], b.max[1]), Math.max(a.max[2], b.max[2])],
  };
}

import type { Json } from "../../../../kernel/index.ts";
import type { Profile } from "../parameters/profile.ts";
import type { Ring } from "./shape.ts";
import { rectangle } from "./wall.ts";

/** Enough corners that nobody sees them. */
const CIRCLE_CORNERS = 64;

/** A circle as a polygon of the very same area: what is measured of it is exact. */
function circle(radius: number): Ring {
  const step = (2 * Math.PI) / CIRCLE_CORNERS;
  const wide = radius * Math.sqrt(step / Math.sin(step));
  return Array.from({ length: CIRCLE_CORNERS }, (_, n) => [wide * Math.cos(n * step), wide * Math.sin(n * step)]);
}

/** The outline of a cross section around its middle. */
export function profileOutline(kept: Json): Ring {
  const profile = kept as unknown as Profile;
  if (profile.shape === "circular") return circle(profile.diameter / 2);
  const [x, y] = [profile.width / 2, profile.depth / 2];
  if (profile.shape === "rectangular") return rectangle(-x, -y, x, y);
  const { web, flange } = profile;
  if (profile.shape === "L") {
    return [
      [-x, -y],
      [x, -y],
      [x, -y + flange],
      [-x + web, -y + flange],
      [-x + web, y],
      [-x, y],
    ];
  }
  const top: Ring = [
    [web / 2, y - flange],
    [x, y - flange],
    [x, y],
    [-x, y],
    [-x, y - flange],
    [-web / 2, y - flange],
  ];
  if (profile.shape === "T") return [...top, [-web / 2, -y], [web / 2, -y]];
  return [
    ...top,
    [-web / 2, -y + flange],
    [-x, -y + flange],
    [-x, -y],
    [x, -y],
    [x, -y + flange],
    [web / 2, -y + flange],
  ];
}

import type { Point } from "../element.ts";

export function minus([ax, ay]: Point, [bx, by]: Point): Point {
  return [ax - bx, ay - by];
}

export function plus([ax, ay]: Point, [bx, by]: Point): Point {
  return [ax + bx, ay + by];
}

export function times([x, y]: Point, factor: number): Point {
  return [x * factor, y * factor];
}

export function dot([ax, ay]: Point, [bx, by]: Point): number {
  return ax * bx + ay * by;
}

/** Above zero where b lies to the left of a. */
export function cross([ax, ay]: Point, [bx, by]: Point): number {
  return ax * by - ay * bx;
}

export function lengthOf([x, y]: Point): number {
  return Math.hypot(x, y);
}

export function unit(vector: Point): Point {
  return times(vector, 1 / lengthOf(vector));
}

/** Turned a quarter to the left. */
export function leftOf([x, y]: Point): Point {
  return [-y, x];
}

export function turned([x, y]: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [x * cos - y * sin, x * sin + y * cos];
}

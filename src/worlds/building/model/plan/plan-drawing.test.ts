import { expect, test } from "vitest";
import type { Mark } from "../drawing/drawing.ts";
import { widthOf } from "../drawing/helvetica.ts";
import type { Element, ElementType } from "../element.ts";
import { keptParameters } from "../parameters/convert.ts";
import { BranchState } from "../state/branch-state.ts";
import { planDrawing } from "./plan-drawing.ts";

type Text = Extract<Mark, { mark: "text" }>;

/** Walls around some corners in mm, one room in them, and what is cut from the walls. */
function planOf(
  corners: readonly (readonly [number, number])[],
  {
    scale = 100,
    name = "Hall",
    windows = [] as readonly (readonly [wall: number, offset: number, width: number])[],
  } = {},
) {
  const elements: Element[] = [];
  const add = (type: ElementType, given: Record<string, unknown>): string => {
    const id = `00000000-0000-4000-8000-${String(elements.length + 1).padStart(12, "0")}`;
    elements.push({ id, type, parameters: keptParameters(type, given) });
    return id;
  };
  const level_id = add("level", { name: "Ground", elevation: 0, height: 3000 });
  const walls = corners.map((start, n) =>
    add("wall", {
      start,
      end: corners[(n + 1) % corners.length],
      height: 3000,
      thickness: 200,
      base_offset: 0,
      level_id,
    }),
  );
  for (const [wall, offset, width] of windows) {
    add("window", { wall_id: walls[wall], offset, width, height: 1000, sill_height: 900, window_type: "fixed" });
  }
  add("room", { name, number: "7", boundary_points: corners, level_id, height: 2500 });
  const state = BranchState.of(elements);
  const { marks } = planDrawing(state, elements[0] as Element, scale);
  const texts = marks.filter((one): one is Text => one.mark === "text");
  return { marks, texts, said: texts.map(({ words }) => words) };
}

const SQUARE = [
  [0, 0],
  [6000, 0],
  [6000, 4000],
  [0, 4000],
] as const;

test("a name too long for its room is broken into lines and set smaller, before it is left out", () => {
  const name = "Living room with a bay window";
  expect(planOf(SQUARE, { name }).said).toContain(name);
  const { said, texts } = planOf(SQUARE, { name, scale: 200 });
  expect(said).not.toContain(name);
  const parts = texts.filter(({ words, isBold }) => isBold && name.includes(words) && words.length > 1);
  expect(parts.map(({ words }) => words).join(" ")).toBe(name);
  expect(said).toEqual(expect.arrayContaining(["7", "24.00 m²"]));
});

test("a room too small for any of it shows its number, and hides no wall", () => {
  const { marks, said } = planOf(
    [
      [0, 0],
      [900, 0],
      [900, 900],
      [0, 900],
    ],
    { name: "Store", scale: 500 },
  );
  expect(said).toContain("7");
  expect(said).not.toContain("Store");
  expect(marks.filter((one) => one.mark === "path" && one.pen === "mask")).toEqual([]);
});

test("walls at an angle are dimensioned along themselves, with what is cut from them", () => {
  const triangle = [
    [0, 0],
    [8000, 0],
    [8000, 6000],
  ] as const;
  const { texts } = planOf(triangle, { windows: [[2, 4000, 1500]] });
  const turned = texts.filter((one) => one.turned !== 0 && one.turned !== 90);
  expect(turned.map(({ words }) => words)).toContain("1500");
  expect(new Set(turned.map((one) => Math.round(one.turned)))).toEqual(new Set([37]));
});

test("figures that are wider than their stretches do not stand on each other", () => {
  const windows = [500, 1000, 1500, 2000, 2500].map((offset) => [0, offset, 300] as const);
  const { texts } = planOf(SQUARE, { windows });
  const figures = texts.filter(({ words, turned }) => turned === 0 && /^\d{3,}$/.test(words));
  const clashes = figures.flatMap((a, n) =>
    figures.slice(n + 1).filter((b) => {
      const half = (widthOf(a.words, a.size) + widthOf(b.words, b.size)) / 2;
      return Math.abs(a.at[0] - b.at[0]) < half && Math.abs(a.at[1] - b.at[1]) < a.size * 0.7;
    }),
  );
  expect(figures.filter(({ words }) => words === "300")).toHaveLength(5);
  expect(clashes).toEqual([]);
});

import { expect, test } from "vitest";
import { type Drawing, type Mark, words } from "../drawing/drawing.ts";
import { widthOf } from "../drawing/helvetica.ts";
import { tableDrawing } from "../lists/table.ts";
import { sheetDrawing } from "./sheet-drawing.ts";

type Text = Extract<Mark, { mark: "text" }>;
const textsOf = (drawing: Drawing | undefined) =>
  (drawing?.marks ?? []).filter((one): one is Text => one.mark === "text");
const VIEW: Drawing = { title: "V", width: 100, height: 80, marks: [], scale: 100, origin: [0, 0] };

test("long titles, names and numbers stand whole in the title block", () => {
  const block = {
    title: "Grundriss Erdgeschoss mit Schnitt und Raumliste, Genehmigungsplanung (Vorabzug)",
    project: "Neubau eines Kindergartens mit fünf Gruppen, Bauabschnitt 2",
    author: "Architekturbüro Müller-Lüdenscheidt & Partner",
    date: "2026-01-01",
    number: "A-101 / Index c",
  };
  const texts = textsOf(sheetDrawing([VIEW], block, "A3")?.drawing);
  const said = texts.map(({ words }) => words).join(" ");
  for (const value of Object.values(block)) expect(said).toContain(value);
  const right = 420 - 8;
  for (const { at, words, size, isBold } of texts) expect(at[0] + widthOf(words, size, isBold)).toBeLessThan(right);
});

test("what is too long even in small letters is cut inside its cell, not beyond the border", () => {
  const title = "Ground floor plan ".repeat(20).trim();
  const texts = textsOf(
    sheetDrawing([VIEW], { title, project: "P", author: "A", date: "D", number: "1" }, "A3")?.drawing,
  );
  const cut = texts.find(({ words }) => words.endsWith("..."));
  expect(cut).toBeDefined();
  for (const { at, words, size, isBold } of texts) expect(at[0] + widthOf(words, size, isBold)).toBeLessThan(412);
});

test("a schedule on paper has lengths to the millimetre", () => {
  const table = {
    title: "Rooms",
    columns: [{ name: "perimeter", unit: "mm", isSummed: true }],
    rows: [{ id: "1", cells: [26213.161852] }],
  };
  expect(textsOf(tableDrawing(table)).map(({ words }) => words)).toEqual(["Rooms", "Perimeter (mm)", "26213", "26213"]);
});

test("figures stand on the right even where the first row has none", () => {
  const rows = [null, 30].map((cell, n) => ({ id: String(n), cells: [cell] }));
  const table = { title: "Doors", columns: [{ name: "fire_rating", isSummed: false }], rows };
  expect(textsOf(tableDrawing(table)).find(({ words }) => words === "30")?.anchor).toBe("end");
});

test("views are spread over the sheet, keep their distance and leave the title block alone", () => {
  const block = { title: "T", project: "P", author: "A", date: "D", number: "1" };
  const view = (name: string, width: number, height: number): Drawing => ({
    ...VIEW,
    width,
    height,
    marks: [words([0, 0], `${name} low`), words([width, height], `${name} high`)],
  });
  const sizes = { a: [300, 280], b: [290, 150], c: [320, 150] } as const;
  const views = Object.entries(sizes).map(([name, [width, height]]) => view(name, width, height));
  const sheet = sheetDrawing(views, block, undefined);
  expect(sheet?.size).toBe("A1");
  const at = (name: string) => textsOf(sheet?.drawing).find((one) => one.words === name)?.at ?? [0, 0];
  const boxes = Object.keys(sizes).map((name) => [...at(`${name} low`), ...at(`${name} high`)] as number[]);
  for (const [n, [x0 = 0, y0 = 0, x1 = 0, y1 = 0]] of boxes.entries()) {
    expect(x0 >= 20 && y0 >= 10 && x1 <= 831 && y1 <= 584).toBe(true);
    expect(x1 > 841 - 8 - 170 && y0 < 8 + 34).toBe(false);
    for (const [u0 = 0, v0 = 0, u1 = 0, v1 = 0] of boxes.slice(n + 1)) {
      expect(x1 < u0 || u1 < x0 || y1 < v0 || v1 < y0).toBe(true);
    }
  }
  const [from, to] = [Math.min(...boxes.map(([x]) => x ?? 0)), Math.max(...boxes.map(([, , x]) => x ?? 0))];
  // As much room on the left of it all as on the right.
  expect(Math.abs(from - 20 - (831 - to))).toBeLessThan(1);
});

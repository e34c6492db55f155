import { expect, test } from "vitest";
import type { Drawing, Mark } from "../drawing/drawing.ts";
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

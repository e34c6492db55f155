import dxfParser from "dxf-parser";
import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { randomBuilding } from "../../../../../test/kit/random-buildings.ts";
import { drawnLetters } from "../../files/drawn-letters.ts";
import { planDrawing } from "../plan/plan-drawing.ts";
import { type Drawing, line, words } from "./drawing.ts";
import { isPrintable } from "./pdf-letters.ts";
import { writeDxf } from "./write-dxf.ts";
import { writePdf } from "./write-pdf.ts";
import { writeSvg } from "./write-svg.ts";

interface Dxf {
  readonly tables: { readonly layer: { readonly layers: Readonly<Record<string, unknown>> } };
  readonly entities: readonly { layer: string; type: string; vertices: { x: number; y: number }[] }[];
}

/** What the package exports is the class itself, whatever its types say. */
const DxfParser = dxfParser as unknown as new () => { parseSync(text: string): Dxf };

function plan(seed = 5): Drawing {
  const { state } = randomBuilding(seed);
  const [level] = state.ofType("level");
  if (level === undefined) throw new Error("no level");
  return planDrawing(state, level, 100);
}

test("a second library reads the DXF: layers with weights, walls where they stand, in millimetres", () => {
  const { state } = randomBuilding(5);
  const dxf = writeDxf(plan());
  const read = new DxfParser().parseSync(dxf);
  const layers = Object.keys(read.tables.layer.layers);
  expect(layers).toEqual(expect.arrayContaining(["A-CUT", "A-DIMS", "A-GRID", "A-ANNO-TEXT"]));
  const cut = read.entities.filter(({ layer, type }) => layer === "A-CUT" && type === "LWPOLYLINE");
  const corners = cut.flatMap(({ vertices }) => vertices);
  const [wall] = state.ofType("wall");
  const [x = 0, y = 0] = (wall?.parameters.start ?? []) as number[];
  const half = (Number(wall?.parameters.thickness) * 1000) / 2;
  expect(corners).toContainEqual(expect.objectContaining({ x: x * 1000 - half, y: y * 1000 - half }));
  expect(dxf).toMatch(/A-CUT\n[\s\S]*?\n370\n70\n/);
});

test("a second library reads the PDF: one page as large as its paper, with what is written on it", async () => {
  const drawing = plan();
  const document = await getDocumentProxy(writePdf(drawing, 0, drawnLetters));
  const page = await document.getPage(1);
  const [, , width, height] = page.view as [number, number, number, number];
  expect([document.numPages, (width * 25.4) / 72, (height * 25.4) / 72]).toEqual([
    1,
    expect.closeTo(drawing.width, 1),
    expect.closeTo(drawing.height, 1),
  ]);
  const { items } = await page.getTextContent();
  const said = items.map((one) => ("str" in one ? one.str : ""));
  expect(said).toEqual(expect.arrayContaining(["Hall", "Ground", "1:100", "N"]));
  expect(said.some((one) => one.endsWith("m²"))).toBe(true);
});

test("a PDF shows the letters of Europe's scripts, and they can be read back", async () => {
  const said = ["Księgowość Żółta Łódź", "Αίθουσα 12", "Серверная", "Größe 5 m²"];
  const marks = said.flatMap((one, n) => [words([5, 10 * n + 5], one), words([60, 10 * n + 5], one, { isBold: true })]);
  const drawing: Drawing = { title: "Łódź", width: 120, height: 60, marks, scale: 1, origin: [0, 0] };
  const page = await (await getDocumentProxy(writePdf(drawing, 0, drawnLetters))).getPage(1);
  const { items } = await page.getTextContent();
  const read = items.map((one) => ("str" in one ? one.str : "")).join("");
  for (const one of said) expect(read.split(one), one).toHaveLength(3);
  expect(said.every((one) => isPrintable(one, drawnLetters))).toBe(true);
});

test("the same drawing gives the same bytes in every format", () => {
  expect(writeSvg(plan())).toBe(writeSvg(plan()));
  expect(writeDxf(plan())).toBe(writeDxf(plan()));
  expect(writePdf(plan(), 1, drawnLetters)).toEqual(writePdf(plan(), 1, drawnLetters));
});

test("what a PDF's fonts do not have is known, and no text breaks out of its file", () => {
  const hostile = ") Tj ET <script> ]]> 0\nENDSEC";
  const drawing: Drawing = {
    title: hostile,
    width: 50,
    height: 50,
    marks: [words([5, 5], hostile), line("symbol", [0, 0], [9, 9])],
    scale: 1,
    origin: [0, 0],
  };
  expect([isPrintable("Größe – 5 m² „š“…", drawnLetters), isPrintable("部屋", drawnLetters)]).toEqual([true, false]);
  expect(writeSvg(drawing)).not.toContain("<script>");
  const read = new DxfParser().parseSync(writeDxf(drawing));
  expect(read.entities).toHaveLength(2);
});

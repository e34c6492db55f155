import {
  DxfWriter,
  HatchBoundaryPaths,
  HatchPolylineBoundary,
  HatchPredefinedPatterns,
  LWPolylineFlags,
  pattern,
  point2d,
  point3d,
  TextHorizontalAlignment,
  TextVerticalAlignment,
  Units,
  vertex,
} from "@tarikjabiri/dxf";
import type { Point } from "../element.ts";
import type { Drawing, Mark } from "./drawing.ts";
import { PENS, type Pen, penOf, TEXT_LAYER } from "./pens.ts";

const DASHED = "DASHED";
/** What is darker than this is filled in a CAD file; paler fills only cover what lies behind them on paper. */
const FILLED_BELOW = 0.5;
/** Capitals are as high as a CAD program counts; printers count the line. */
const CAPITAL_SHARE = 0.72;

/** A drawing as DXF, in millimetres of the building: what is drawn at 1:N is N times as large. */
export function writeDxf(drawing: Drawing): string {
  const { scale, origin, marks } = drawing;
  const writer = new DxfWriter();
  writer.setUnits(Units.Millimeters);
  writer.addLType(DASHED, "__ __ __", [0.6 * scale, -0.4 * scale].map(Number));
  const layers = layersOf(marks);
  for (const [name, { colour, isDashed }] of layers) writer.addLayer(name, colour, isDashed ? DASHED : "Continuous");
  const [left, low] = [origin[0] * 1000, origin[1] * 1000];
  const at = ([x, y]: Point): Point => [rounded(left + x * scale), rounded(low + y * scale)];
  for (const one of marks) addMark(writer, one, at, scale);
  return withWeights(writer.stringify(), layers);
}

interface Layer {
  readonly colour: number;
  readonly weight: number;
  readonly isDashed: boolean;
}

function layersOf(marks: readonly Mark[]): ReadonlyMap<string, Layer> {
  const used = new Set(marks.flatMap((one) => (one.mark === "text" ? [] : [one.pen])));
  const layers = new Map<string, Layer>();
  for (const pen of (Object.keys(PENS) as Pen[]).filter((one) => used.has(one))) {
    const { layer, colour, weight, dash } = penOf(pen);
    if (!layers.has(layer)) layers.set(layer, { colour, weight, isDashed: dash !== undefined });
  }
  return layers.set(TEXT_LAYER.layer, { colour: TEXT_LAYER.colour, weight: 0.18, isDashed: false });
}

/** The library writes every layer with the weight zero; here each gets the weight of its pen, in hundredths of a millimetre. */
function withWeights(dxf: string, layers: ReadonlyMap<string, Layer>): string {
  let text = dxf;
  for (const [name, { weight }] of layers) {
    const record = new RegExp(`(AcDbLayerTableRecord\\n2\\n${name}\\n(?:\\d+\\n[^\\n]*\\n)*?370\\n)0\\n`);
    text = text.replace(record, `$1${standardWeight(weight)}\n`);
  }
  return text;
}

/** The weights that a CAD program knows. */
const WEIGHTS = [5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100];

function standardWeight(mm: number): number {
  const due = mm * 100;
  return WEIGHTS.reduce((best, one) => (Math.abs(one - due) < Math.abs(best - due) ? one : best));
}

function addMark(writer: DxfWriter, one: Mark, at: (point: Point) => Point, scale: number): void {
  if (one.mark === "text") {
    const place = point3d(...at(one.at), 0);
    writer.addText(place, one.size * CAPITAL_SHARE * scale, one.words.replace(/[\r\n]+/g, " "), {
      layerName: TEXT_LAYER.layer,
      rotation: one.turned,
      horizontalAlignment: ALIGNMENTS[one.anchor],
      verticalAlignment: TextVerticalAlignment.BaseLine,
      secondAlignmentPoint: place,
    });
    return;
  }
  const layerName = penOf(one.pen).layer;
  switch (one.mark) {
    case "arc":
      writer.addArc(point3d(...at(one.middle), 0), one.radius * scale, one.from, one.to, { layerName });
      return;
    case "circle":
      writer.addCircle(point3d(...at(one.middle), 0), one.radius * scale, { layerName });
      return;
    case "path":
      addPath(writer, one, at, layerName);
  }
}

function addPath(
  writer: DxfWriter,
  { pen, rings, isClosed }: Mark & { readonly mark: "path" },
  at: (point: Point) => Point,
  layerName: string,
): void {
  const { fill, weight } = penOf(pen);
  if (isClosed && fill !== undefined && fill < FILLED_BELOW) {
    const boundary = new HatchBoundaryPaths();
    for (const ring of rings) {
      boundary.addPolylineBoundary(new HatchPolylineBoundary(ring.map((corner) => vertex(...at(corner)))));
    }
    writer.addHatch(boundary, pattern({ name: HatchPredefinedPatterns.SOLID }), { layerName });
  }
  if (weight === 0 || pen === "cut") return;
  const flags = isClosed ? LWPolylineFlags.Closed : LWPolylineFlags.None;
  for (const ring of rings) {
    writer.addLWPolyline(
      ring.map((corner) => ({ point: point2d(...at(corner)) })),
      { flags, layerName },
    );
  }
}

const ALIGNMENTS = {
  start: TextHorizontalAlignment.Left,
  middle: TextHorizontalAlignment.Center,
  end: TextHorizontalAlignment.Right,
} as const;

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}

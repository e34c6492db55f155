import type { Json } from "../../../../../kernel/index.ts";
import type { Point } from "../../element.ts";
import type { Profile } from "../../parameters/profile.ts";
import { areaOf } from "../../shape/polygon.ts";
import type { Placement, Ring, Shape } from "../../shape/shape.ts";
import type { SolidMesh } from "../../solids/solid.ts";
import { toMm } from "../../units.ts";
import { integer, list, NONE, type Ref, real, type StepWriter, text, truth, word } from "./step.ts";

/** A body of a product, and the schema's word for the kind of it. */
export interface Body {
  readonly kind: "SweptSolid" | "Tessellation" | "Brep" | "SurfaceModel";
  readonly items: readonly Ref[];
}

type Vector = readonly [number, number, number];
const X: Vector = [1, 0, 0];
const Y: Vector = [0, 1, 0];
const Z: Vector = [0, 0, 1];

/** Writes places and bodies. Lengths come in metres and are written in millimetres. */
export function createGeometry(step: StepWriter, isOld: boolean, hasTags: boolean) {
  const { add, shared } = step;
  const length = (metres: number) => real(toMm(metres));
  const point = (...metres: readonly number[]) => shared("IFCCARTESIANPOINT", list(metres.map(length)));
  const direction = (...parts: readonly number[]) => shared("IFCDIRECTION", list(parts.map((one) => real(clean(one)))));

  function axes(at: Vector, up = Z, along = X): Ref {
    return shared("IFCAXIS2PLACEMENT3D", point(...at), direction(...up), direction(...along));
  }
  function placement(within: Ref | "$", { x, y, z, degrees }: Placement): Ref {
    const radians = (degrees * Math.PI) / 180;
    return add("IFCLOCALPLACEMENT", within, axes([x, y, z], Z, [Math.cos(radians), Math.sin(radians), 0]));
  }
  function curve(ring: Ring): Ref {
    const corners = ring.map(([x, y]) => point(x, y));
    return add("IFCPOLYLINE", list([...corners, corners[0] as Ref]));
  }
  function polygon(rings: readonly Ring[]): Ref {
    const [outer, ...holes] = rings.map(curve);
    const head = [word("AREA"), NONE, outer as Ref];
    if (holes.length === 0) return add("IFCARBITRARYCLOSEDPROFILEDEF", ...head);
    return add("IFCARBITRARYPROFILEDEFWITHVOIDS", ...head, list(holes));
  }
  function rectangle(width: number, depth: number, [x, y]: Point): Ref {
    const at = shared("IFCAXIS2PLACEMENT2D", point(x, y), direction(1, 0));
    return add("IFCRECTANGLEPROFILEDEF", word("AREA"), NONE, at, length(width), length(depth));
  }
  function profileOf(rings: readonly Ring[]): Ref {
    const box = rings.length === 1 ? boxOf(rings[0] as Ring) : undefined;
    return box === undefined ? polygon(rings) : rectangle(box.width, box.depth, box.middle);
  }
  /** The cross section of a column or a beam, as it is called. */
  function section(kept: Json, rings: readonly Ring[]): Ref {
    const profile = kept as unknown as Profile;
    const at = shared("IFCAXIS2PLACEMENT2D", point(0, 0), direction(1, 0));
    if (profile.shape === "circular")
      return add("IFCCIRCLEPROFILEDEF", word("AREA"), NONE, at, length(profile.diameter / 2));
    if (profile.shape !== "I") return profileOf(rings);
    const measures = [profile.width, profile.depth, profile.web, profile.flange].map(length);
    const more = isOld ? [NONE] : [NONE, NONE, NONE];
    return add("IFCISHAPEPROFILEDEF", word("AREA"), text("I"), at, ...measures, ...more);
  }
  function extruded(profile: Ref, position: Ref, depth: number): Ref {
    return add("IFCEXTRUDEDAREASOLID", profile, position, direction(...Z), length(depth));
  }

  /** A shape that is one outline drawn out; undefined for what takes more than that. */
  function swept(shape: Shape, profile = (rings: readonly Ring[]) => profileOf(rings)): Ref | undefined {
    switch (shape.op) {
      case "extrude":
        return extruded(profile(shape.rings), axes([0, 0, 0]), shape.height);
      case "stand":
        return extruded(profile(shape.rings), axes([0, shape.depth / 2, 0], [0, -1, 0], X), shape.depth);
      case "along":
        return extruded(profile(shape.rings), axes([0, 0, 0], X, Y), shape.length);
      default:
        return undefined;
    }
  }

  /** Triangles as each schema has them. */
  function meshed({ positions, indices }: SolidMesh, isClosed: boolean): Body {
    const { corners, triangles } = welded(positions, indices);
    if (!isOld) {
      const places = list(corners.map((corner) => list(corner.map(length))));
      const points = add("IFCCARTESIANPOINTLIST3D", places, ...(hasTags ? [NONE] : []));
      const faces = list(triangles.map((one) => list(one.map((corner) => integer(corner + 1)))));
      return {
        kind: "Tessellation",
        items: [add("IFCTRIANGULATEDFACESET", points, NONE, truth(isClosed), faces, NONE)],
      };
    }
    const refs = corners.map((corner) => point(...corner));
    const faces = triangles.map((one) => {
      const loop = add("IFCPOLYLOOP", list(one.map((corner) => refs[corner] as Ref)));
      return add("IFCFACE", list([add("IFCFACEOUTERBOUND", loop, truth(true))]));
    });
    if (isClosed) return { kind: "Brep", items: [add("IFCFACETEDBREP", add("IFCCLOSEDSHELL", list(faces)))] };
    const shell = add("IFCCONNECTEDFACESET", list(faces));
    return { kind: "SurfaceModel", items: [add("IFCFACEBASEDSURFACEMODEL", list([shell]))] };
  }

  return { axes, direction, extruded, length, meshed, placement, point, polygon, profileOf, rectangle, section, swept };
}

export type Geometry = ReturnType<typeof createGeometry>;

/** Corners closer than a thousandth of a millimetre are one; a triangle that comes to nothing by that goes. */
const WELD_PER_M = 1e6;

function welded(positions: Float32Array, indices: Uint32Array) {
  const corners: (readonly number[])[] = [];
  const known = new Map<string, number>();
  const places = Array.from({ length: positions.length / 3 }, (_, n) => {
    const corner = [0, 1, 2].map((axis) => Math.round(Number(positions[3 * n + axis]) * WELD_PER_M) / WELD_PER_M + 0);
    const key = corner.join(" ");
    const place = known.get(key) ?? corners.push(corner) - 1;
    known.set(key, place);
    return place;
  });
  const triangles = Array.from({ length: indices.length / 3 }, (_, n) =>
    [0, 1, 2].map((corner) => places[Number(indices[3 * n + corner])] as number),
  ).filter((one) => new Set(one).size === 3);
  return { corners, triangles };
}

/** A share of one without the noise of sines. */
function clean(part: number): number {
  return Math.round(part * 1e15) / 1e15 + 0;
}

/** A ring that is a rectangle along the axes. */
function boxOf(ring: Ring): { width: number; depth: number; middle: Point } | undefined {
  if (ring.length !== 4) return undefined;
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [left, low, right, high] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const isBox = Math.abs(areaOf(ring) - (right - left) * (high - low)) < 1e-12;
  if (!isBox) return undefined;
  return { width: right - left, depth: high - low, middle: [(left + right) / 2, (low + high) / 2] };
}

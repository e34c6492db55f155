import type { ClashBody, ClashRequest } from "../../src/worlds/building/model/clash/clash.ts";
import { boxOf } from "../../src/worlds/building/model/shape/bounds.ts";
import type { Placement, Ring, Shape, Vector } from "../../src/worlds/building/model/shape/shape.ts";

const STOREY_M = 3;
const BAY_M = 4;
/** Bays a storey is wide and deep. */
const BAYS = 10;

/** A building of storeys with walls, columns, beams, ducts turned by 30° and round pipes, that run through each other. */
export function sceneOf(count: number): ClashRequest {
  const bodies: ClashBody[] = [];
  for (let bay = 0; bodies.length < count; bay += 1) {
    const [x, y] = [(bay % BAYS) * BAY_M, (Math.floor(bay / BAYS) % BAYS) * BAY_M];
    const z = Math.floor(bay / BAYS ** 2) * STOREY_M;
    for (const { ring, height, at } of inBay(x, y, z)) {
      if (bodies.length < count) bodies.push(bodyOf(bodies.length, ring, height, at));
    }
  }
  return { bodies, together: new Set(), toleranceMm: 0, clearanceMm: 0, meshes: new Map() };
}

/** The same bodies, said so that the engine must be asked about every one. */
export function withoutPrisms(request: ClashRequest): ClashRequest {
  const bodies = request.bodies.map((body): ClashBody => {
    if (!("solid" in body.form)) return body;
    return { ...body, form: { solid: { op: "union", shapes: [body.form.solid] } } };
  });
  return { ...request, bodies };
}

function inBay(x: number, y: number, z: number): { ring: Ring; height: number; at: Placement }[] {
  const at = (dx: number, dy: number, dz: number, degrees = 0): Placement => ({
    x: x + dx,
    y: y + dy,
    z: z + dz,
    degrees,
  });
  return [
    { ring: rectangle(BAY_M, 0.2), height: 2.7, at: at(BAY_M / 2, 0, 0) },
    { ring: rectangle(0.2, BAY_M), height: 2.7, at: at(0, BAY_M / 2, 0) },
    { ring: rectangle(0.4, 0.4), height: STOREY_M, at: at(0, 0, 0) },
    { ring: rectangle(BAY_M, 0.3), height: 0.3, at: at(BAY_M / 2, BAY_M / 2, 2.7) },
    { ring: rectangle(5, 0.4), height: 0.3, at: at(2, 2, 2.2, 30) },
    { ring: circle(0.08), height: STOREY_M, at: at(1, 0.05, 0) },
  ];
}

function rectangle(width: number, depth: number): Ring {
  const [w, d] = [width / 2, depth / 2];
  return [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ];
}

function circle(radius: number): Ring {
  return Array.from({ length: 16 }, (_, n) => {
    const turn = (2 * Math.PI * n) / 16;
    return [radius * Math.cos(turn), radius * Math.sin(turn)] as const;
  });
}

function bodyOf(n: number, ring: Ring, height: number, at: Placement): ClashBody {
  const turn = (at.degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const corners = ring.flatMap(([x, y]) =>
    [0, height].map((z): Vector => [at.x + x * cos - y * sin, at.y + x * sin + y * cos, at.z + z]),
  );
  const solid: Shape = { op: "place", at, shape: { op: "extrude", rings: [ring], height } };
  return { id: String(n).padStart(6, "0"), box: boxOf(corners), isSource: true, isTarget: true, form: { solid } };
}

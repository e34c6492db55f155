import { Document, NodeIO } from "@gltf-transform/core";
import type { Building } from "../building.ts";
import { categoryOf, text } from "../model/element.ts";
import type { Placement } from "../model/shape/shape.ts";
import type { SolidMesh } from "../model/solids/solid.ts";
import type { BranchState } from "../model/state/branch-state.ts";
import { absorbedBy } from "./describe-element.ts";
import { surfacesOf } from "./made-solids.ts";

/** Colours by category: red, green, blue and how opaque. */
const COLOURS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  Walls: [0.87, 0.85, 0.8, 1],
  Doors: [0.55, 0.36, 0.2, 1],
  Windows: [0.6, 0.8, 0.9, 0.45],
  Floors: [0.7, 0.7, 0.7, 1],
  Roofs: [0.65, 0.3, 0.25, 1],
  Columns: [0.6, 0.6, 0.62, 1],
  Beams: [0.6, 0.6, 0.62, 1],
  Stairs: [0.75, 0.72, 0.68, 1],
  Furniture: [0.8, 0.65, 0.45, 1],
};
const OTHER = [0.7, 0.7, 0.75, 1] as const;
/** Air: nothing to be looked at. */
const UNSEEN = new Set(["room", "opening", "level", "join"]);

/** The model as a binary glTF: a node for each element, with its id, y up, in metres. */
export async function modelGlb(building: Building, state: BranchState): Promise<Uint8Array> {
  const seen = [...state.all()]
    .filter((element) => !UNSEEN.has(element.type) && absorbedBy(state, element) === undefined)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const document = new Document();
  document.createBuffer();
  const scene = document.createScene("model");
  const materials = new Map<string, ReturnType<Document["createMaterial"]>>();
  const materialOf = (category: string) => {
    let material = materials.get(category);
    if (material === undefined) {
      const colour = COLOURS[category] ?? OTHER;
      material = document
        .createMaterial(category)
        .setBaseColorFactor([...colour])
        .setRoughnessFactor(0.9)
        .setDoubleSided(true);
      material.setMetallicFactor(0).setAlphaMode(colour[3] < 1 ? "BLEND" : "OPAQUE");
      materials.set(category, material);
    }
    return material;
  };
  for (const { element, mesh, at } of await surfacesOf(building, state, seen)) {
    const [positions, indices] = [document.createAccessor(), document.createAccessor()];
    positions.setType("VEC3").setArray(Float32Array.from(placedUpright(mesh, at)));
    indices.setType("SCALAR").setArray(Uint32Array.from(mesh.indices));
    const primitive = document.createPrimitive().setIndices(indices).setAttribute("POSITION", positions);
    primitive.setMaterial(materialOf(categoryOf(element)));
    const node = document
      .createNode(text(element, "name") ?? element.id)
      .setMesh(document.createMesh(element.id).addPrimitive(primitive));
    scene.addChild(node.setExtras({ element_id: element.id, category: categoryOf(element) }));
  }
  return new NodeIO().writeBinary(document);
}

/** Turned and moved to its place, with y up as glTF has it. */
function* placedUpright({ positions }: SolidMesh, { x, y, z, degrees }: Placement): Iterable<number> {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  for (let at = 0; at + 2 < positions.length; at += 3) {
    const [px, py, pz] = [positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0];
    yield px * cos - py * sin + x;
    yield pz + z;
    yield -(px * sin + py * cos + y);
  }
}

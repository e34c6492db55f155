import type { IfcGraph, Instance } from "./ifc-graph.ts";
import { typeOf } from "./types.ts";

/** What leads from a set or a use of it to its parts. */
const PARTS = [
  "ForLayerSet",
  "MaterialLayers",
  "ForProfileSet",
  "ForProfileEndSet",
  "MaterialProfiles",
  "MaterialConstituents",
  "Materials",
  "Material",
];
const NAMES = ["Name", "LayerSetName", "Category"];

/** Every name and category of what something is made of: its own, else its type's. Undefined where nothing is said. */
export function materialsOf(graph: IfcGraph, instance: Instance): readonly string[] | undefined {
  const given = graph.related("IFCRELASSOCIATESMATERIAL", "RelatedObjects", "RelatingMaterial");
  const type = typeOf(graph, instance);
  const made = given.get(instance.id) ?? (type && given.get(type.id));
  if (made === undefined || made.length === 0) return undefined;
  const [names, seen] = [new Set<string>(), new Set<number>()];
  const waiting = [...made];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (seen.has(one.id)) continue;
    seen.add(one.id);
    for (const attribute of NAMES) {
      const text = graph.text(one, attribute);
      if (text !== undefined && text !== "") names.add(text);
    }
    for (const attribute of PARTS) waiting.push(...graph.many(one, attribute));
  }
  return [...names];
}

import type { IfcGraph, Instance } from "./ifc-graph.ts";
import { typeOf } from "./types.ts";

/** A place in a classification: its system, and its own code with those above it. */
export interface Classified {
  readonly system: string | undefined;
  readonly codes: readonly string[];
}

/** How something is classified: by itself, and by its type in systems of which it says nothing itself. */
export function classificationsOf(graph: IfcGraph, instance: Instance): readonly Classified[] {
  const own = directly(graph, instance);
  const type = typeOf(graph, instance);
  const systems = new Set(own.map(({ system }) => system));
  const inherited = type === undefined ? [] : directly(graph, type).filter(({ system }) => !systems.has(system));
  return [...own, ...inherited];
}

function directly(graph: IfcGraph, instance: Instance): readonly Classified[] {
  const ofObjects = graph.related("IFCRELASSOCIATESCLASSIFICATION", "RelatedObjects", "RelatingClassification");
  const ofResources = graph.schema.isEntity("IFCEXTERNALREFERENCERELATIONSHIP")
    ? graph.related("IFCEXTERNALREFERENCERELATIONSHIP", "RelatedResourceObjects", "RelatingReference")
    : undefined;
  return [...(ofObjects.get(instance.id) ?? []), ...(ofResources?.get(instance.id) ?? [])]
    .filter(({ type }) => type === "IFCCLASSIFICATION" || type === "IFCCLASSIFICATIONREFERENCE")
    .map((reference) => classified(graph, reference));
}

function classified(graph: IfcGraph, reference: Instance): Classified {
  const codes: string[] = [];
  const seen = new Set<number>();
  let at: Instance | undefined = reference;
  while (at?.type === "IFCCLASSIFICATIONREFERENCE" && !seen.has(at.id)) {
    seen.add(at.id);
    const code = graph.text(at, "Identification") ?? graph.text(at, "ItemReference");
    if (code !== undefined) codes.push(code);
    at = graph.one(at, "ReferencedSource");
  }
  return { system: at?.type === "IFCCLASSIFICATION" ? graph.text(at, "Name") : undefined, codes };
}

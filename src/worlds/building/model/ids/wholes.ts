import type { IfcGraph, Instance } from "./ifc-graph.ts";

/** Relations that make something part of something else, as an IDS names them. */
export const RELATIONS = [
  "IFCRELAGGREGATES",
  "IFCRELASSIGNSTOGROUP",
  "IFCRELCONTAINEDINSPATIALSTRUCTURE",
  "IFCRELNESTS",
  "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT",
] as const;

/** What something is a part of by one relation, or by any where none is named; nearest first. */
export function wholesOf(graph: IfcGraph, instance: Instance, relation: string | undefined): readonly Instance[] {
  switch (relation) {
    case "IFCRELAGGREGATES":
    case "IFCRELNESTS":
      return upwards(instance, (one) => above(graph, one, relation));
    case "IFCRELASSIGNSTOGROUP":
      return upwards(instance, (one) => groupsOf(graph, one));
    case "IFCRELCONTAINEDINSPATIALSTRUCTURE":
      return containersOf(graph, instance);
    case "IFCRELVOIDSELEMENT IFCRELFILLSELEMENT":
      return upwards(instance, (one) => hostsOf(graph, one));
    default:
      return upwards(instance, (one) => [
        ...above(graph, one, "IFCRELAGGREGATES"),
        ...above(graph, one, "IFCRELNESTS"),
        ...groupsOf(graph, one),
        ...(directContainers(graph).get(one.id) ?? []),
        ...hostsOf(graph, one),
      ]);
  }
}

function upwards(instance: Instance, step: (one: Instance) => readonly Instance[]): readonly Instance[] {
  const found = new Map<number, Instance>();
  const waiting = [...step(instance)];
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    if (found.has(one.id) || one.id === instance.id) continue;
    found.set(one.id, one);
    waiting.push(...step(one));
  }
  return [...found.values()];
}

function above(graph: IfcGraph, { id }: Instance, relation: string): readonly Instance[] {
  return graph.related(relation, "RelatedObjects", "RelatingObject").get(id) ?? [];
}

function groupsOf(graph: IfcGraph, { id }: Instance): readonly Instance[] {
  return graph.related("IFCRELASSIGNSTOGROUP", "RelatedObjects", "RelatingGroup").get(id) ?? [];
}

function directContainers(graph: IfcGraph) {
  return graph.related("IFCRELCONTAINEDINSPATIALSTRUCTURE", "RelatedElements", "RelatingStructure");
}

/** The place something stands in; of a part, that of what it belongs to. */
function containersOf(graph: IfcGraph, instance: Instance): readonly Instance[] {
  const wholes = [
    instance,
    ...upwards(instance, (one) => [...above(graph, one, "IFCRELAGGREGATES"), ...above(graph, one, "IFCRELNESTS")]),
  ];
  return wholes.flatMap((one) => directContainers(graph).get(one.id) ?? []).slice(0, 1);
}

function hostsOf(graph: IfcGraph, { id }: Instance): readonly Instance[] {
  return [
    ...(graph.related("IFCRELFILLSELEMENT", "RelatedBuildingElement", "RelatingOpeningElement").get(id) ?? []),
    ...(graph.related("IFCRELVOIDSELEMENT", "RelatedOpeningElement", "RelatingBuildingElement").get(id) ?? []),
  ];
}

import type { IfcGraph, Instance } from "./ifc-graph.ts";

/** The type that an occurrence is of. */
export function typeOf(graph: IfcGraph, instance: Instance): Instance | undefined {
  return graph.related("IFCRELDEFINESBYTYPE", "RelatedObjects", "RelatingType").get(instance.id)?.[0];
}

/** Where a word of one's own stands in for the words of the schema. */
const OWN_WORDS = ["ObjectType", "ElementType", "ProcessType", "ResourceType"];

/** What kind of its class something is: as its type says, else as it says itself; a kind of its own by its own word. */
export function predefinedTypeOf(graph: IfcGraph, instance: Instance): string | undefined {
  const type = typeOf(graph, instance);
  const inherited = type && ownType(graph, type);
  return inherited !== undefined && inherited !== "NOTDEFINED" ? inherited : ownType(graph, instance);
}

function ownType(graph: IfcGraph, instance: Instance): string | undefined {
  const said = graph.get(instance, "PredefinedType");
  const word = said !== null && typeof said === "object" && "word" in said ? said.word : undefined;
  if (word !== undefined && word !== "USERDEFINED") return word;
  for (const name of OWN_WORDS) {
    const text = graph.text(instance, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

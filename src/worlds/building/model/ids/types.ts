import type { IfcGraph, Instance } from "./ifc-graph.ts";

/** The type that an occurrence is of. */
export function typeOf(graph: IfcGraph, instance: Instance): Instance | undefined {
  return graph.related("IFCRELDEFINESBYTYPE", "RelatedObjects", "RelatingType").get(instance.id)?.[0];
}

/** Where a word of one's own stands in for the words of the schema. */
const OWN_WORDS = ["ObjectType", "ElementType", "ProcessType", "ResourceType"];

/**
 * What kind of its class something is: as it says itself, else as its type says, and a kind of its own by its own word.
 * A word alone counts where neither says a kind.
 */
export function predefinedTypeOf(graph: IfcGraph, instance: Instance): string | undefined {
  const type = typeOf(graph, instance);
  const own = kindOf(graph, instance);
  if (own !== undefined && own !== "NOTDEFINED") return own;
  const inherited = type && kindOf(graph, type);
  if (inherited !== undefined && inherited !== "NOTDEFINED") return inherited;
  return own ?? inherited ?? ownWord(graph, instance) ?? (type && ownWord(graph, type));
}

function kindOf(graph: IfcGraph, instance: Instance): string | undefined {
  const said = graph.get(instance, "PredefinedType");
  const word = said !== null && typeof said === "object" && "word" in said ? said.word : undefined;
  return word === "USERDEFINED" ? ownWord(graph, instance) : word;
}

function ownWord(graph: IfcGraph, instance: Instance): string | undefined {
  for (const name of OWN_WORDS) {
    const text = graph.text(instance, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

import type { IfcGraph, Instance } from "./ifc-graph.ts";

/** The type that an occurrence is of. */
export function typeOf(graph: IfcGraph, instance: Instance): Instance | undefined {
  return graph.related("IFCRELDEFINESBYTYPE", "RelatedObjects", "RelatingType").get(instance.id)?.[0];
}

/** What class something is of: its own, and in IFC2X3 also the narrower one that only its type names. */
export function classesOf(graph: IfcGraph, instance: Instance): readonly string[] {
  const narrower = typeOf(graph, instance)?.type.replace(/TYPE$/, "");
  const isNamedByType = narrower !== undefined && graph.schema.isNamedByType(narrower);
  return isNamedByType && graph.schema.isA(narrower, instance.type) ? [instance.type, narrower] : [instance.type];
}

/** Where a word of one's own stands in for the words of the schema. */
const OWN_WORDS = ["ObjectType", "ElementType", "ProcessType", "ResourceType"];

/**
 * What kind of its class something is: as its type says, else as it says itself, and a kind of its own by its own word.
 * A word alone counts where neither says a kind.
 */
export function predefinedTypeOf(graph: IfcGraph, instance: Instance): string | undefined {
  const type = typeOf(graph, instance);
  const inherited = type && kindOf(graph, type);
  if (inherited !== undefined && inherited !== "NOTDEFINED") return inherited;
  const own = kindOf(graph, instance);
  if (own !== undefined && own !== "NOTDEFINED") return own;
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

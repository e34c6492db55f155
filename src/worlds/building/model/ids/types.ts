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
 * What kind of its class something is: as its type says, else as it says itself. A kind of its own goes by its own
 * word and by USERDEFINED. A word alone counts where neither says a kind.
 */
export function predefinedTypesOf(graph: IfcGraph, instance: Instance): readonly string[] {
  const type = typeOf(graph, instance);
  const inherited = type === undefined ? [] : kindsOf(graph, type);
  const isSettled = !["", "NOTDEFINED", "USERDEFINED"].includes(inherited.at(-1) ?? "");
  if (isSettled) return inherited;
  const own = kindsOf(graph, instance);
  if (own.length > 0) return own;
  if (inherited.length > 0) return inherited;
  const word = ownWord(graph, instance) ?? (type && ownWord(graph, type));
  return word === undefined ? [] : [word];
}

function kindsOf(graph: IfcGraph, instance: Instance): readonly string[] {
  const said = graph.get(instance, "PredefinedType");
  const kind = said !== null && typeof said === "object" && "word" in said ? said.word : undefined;
  if (kind === undefined) return [];
  const word = kind === "USERDEFINED" ? ownWord(graph, instance) : undefined;
  return word === undefined ? [kind] : [kind, word];
}

function ownWord(graph: IfcGraph, instance: Instance): string | undefined {
  for (const name of OWN_WORDS) {
    const text = graph.text(instance, name);
    if (text !== undefined) return text;
  }
  return undefined;
}

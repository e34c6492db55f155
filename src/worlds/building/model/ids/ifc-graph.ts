import type { IfcLines, IfcLineValue } from "../../../../kernel/index.ts";
import type { IfcSchema } from "./schema.ts";

/** One line of a file. */
export interface Instance {
  readonly id: number;
  /** In capitals. */
  readonly type: string;
  readonly values: readonly IfcLineValue[];
}

/** A file as a net of instances that refer to each other. */
export interface IfcGraph {
  readonly schema: IfcSchema;
  readonly instances: readonly Instance[];
  find(value: IfcLineValue | undefined): Instance | undefined;
  /** What an attribute says; undefined where its type has none of this name. */
  get(instance: Instance, attribute: string): IfcLineValue | undefined;
  text(instance: Instance, attribute: string): string | undefined;
  one(instance: Instance, attribute: string): Instance | undefined;
  many(instance: Instance, attribute: string): readonly Instance[];
  /** Those of a type and of its subtypes. */
  ofType(type: string): readonly Instance[];
  /** What relations of a type say: from each instance on the one side to those on the other. */
  related(relation: string, from: string, to: string): ReadonlyMap<number, readonly Instance[]>;
}

export function createGraph({ lines }: IfcLines, schema: IfcSchema): IfcGraph {
  const instances = lines.map(([id, type, values]): Instance => ({ id, type, values }));
  const byId = new Map(instances.map((one) => [one.id, one]));
  const byType = Map.groupBy(instances, ({ type }) => type);
  const places = new Map<string, ReadonlyMap<string, number>>();
  const relations = new Map<string, ReadonlyMap<number, readonly Instance[]>>();

  function placeOf(type: string, attribute: string): number | undefined {
    let known = places.get(type);
    if (known === undefined) {
      known = new Map(schema.attributesOf(type).map(({ name }, at) => [name, at]));
      places.set(type, known);
    }
    return known.get(attribute);
  }
  function get(instance: Instance, attribute: string): IfcLineValue | undefined {
    const at = placeOf(instance.type, attribute);
    return at === undefined ? undefined : (instance.values[at] ?? null);
  }
  function find(value: IfcLineValue | undefined): Instance | undefined {
    return value !== null && typeof value === "object" && "ref" in value ? byId.get(value.ref) : undefined;
  }
  function many(instance: Instance, attribute: string): readonly Instance[] {
    return referredTo(get(instance, attribute)).flatMap((value) => find(value) ?? []);
  }
  function ofType(type: string): readonly Instance[] {
    return [...byType].filter(([name]) => schema.isA(name, type)).flatMap(([, found]) => found);
  }
  function related(relation: string, from: string, to: string): ReadonlyMap<number, readonly Instance[]> {
    const key = `${relation} ${from} ${to}`;
    const known = relations.get(key);
    if (known !== undefined) return known;
    const found = new Map<number, Instance[]>();
    for (const one of ofType(relation)) {
      for (const { id } of many(one, from)) found.set(id, [...(found.get(id) ?? []), ...many(one, to)]);
    }
    relations.set(key, found);
    return found;
  }
  return {
    schema,
    instances,
    find,
    get,
    text(instance, attribute) {
      const value = plainOf(get(instance, attribute) ?? null);
      return typeof value === "string" ? value : undefined;
    },
    one: (instance, attribute) => many(instance, attribute)[0],
    many,
    ofType,
    related,
  };
}

/** A set may be wrapped in the type of what it is chosen from. */
function referredTo(value: IfcLineValue | undefined): readonly IfcLineValue[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as readonly IfcLineValue[];
  if (typeof value === "object" && "type" in value) return referredTo(value.value);
  return [value];
}

/** Without the name of its type. */
export function plainOf(value: IfcLineValue): IfcLineValue {
  return value !== null && typeof value === "object" && "type" in value ? value.value : value;
}

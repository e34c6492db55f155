import type { IfcAPI } from "web-ifc";

/** One instance of the file. What it names and the file does not hold is null. */
export interface Line {
  readonly id: number;
  /** As the schema spells it: IfcWall. */
  readonly type: string;
  text(attribute: string): string | null;
  number(attribute: string): number | null;
  numbers(attribute: string): readonly number[];
  ref(attribute: string): Line | null;
  refs(attribute: string): readonly Line[];
  /** The attribute as the engine gives it. */
  raw(attribute: string): unknown;
}

export interface Lines {
  at(id: number): Line | null;
  /** Instances of a type and of its subtypes, by the engine's number for the type. */
  ofType(type: number): readonly Line[];
  all(): readonly number[];
  /** How many instances were named so far that the file does not hold. */
  missing(): number;
  typeOf(id: number): string;
}

const REFERENCE = 5;

export function openLines(api: IfcAPI, model: number): Lines {
  const known = new Map<number, Line | null>();
  const ids = toArray(api.GetAllLines(model));
  const existing = new Set(ids);
  const missing = new Set<number>();

  function at(id: number): Line | null {
    let line = known.get(id);
    if (line === undefined) {
      // A reference to what is not there would make the engine throw.
      line = existing.has(id) ? read(id) : null;
      known.set(id, line);
    }
    return line;
  }

  function read(id: number): Line | null {
    const attributes = api.GetLine(model, id) as Record<string, unknown> | undefined | null;
    if (attributes === undefined || attributes === null) return null;
    const value = (attribute: string) => unwrap(attributes[attribute]);
    return {
      id,
      type: typeOf(id),
      text: (attribute) => textOf(value(attribute)),
      number: (attribute) => numberOf(value(attribute)),
      numbers: (attribute) => listOf(attributes[attribute]).flatMap((item) => numberOf(unwrap(item)) ?? []),
      ref: (attribute) => follow(attributes[attribute]),
      refs: (attribute) => listOf(attributes[attribute]).flatMap((item) => follow(item) ?? []),
      raw: (attribute) => attributes[attribute],
    };
  }

  function follow(handle: unknown): Line | null {
    if (typeof handle !== "object" || handle === null || !("type" in handle) || handle.type !== REFERENCE) return null;
    const id = Number((handle as { value?: unknown }).value);
    if (!existing.has(id)) missing.add(id);
    return at(id);
  }

  function typeOf(id: number): string {
    return api.GetNameFromTypeCode(api.GetLineType(model, id));
  }

  return {
    at,
    ofType: (type) => toArray(api.GetLineIDsWithType(model, type, true)).flatMap((id) => at(id) ?? []),
    all: () => ids,
    missing: () => missing.size,
    typeOf,
  };
}

/** What stands behind a value that the engine has wrapped with its type. */
export function unwrap(given: unknown): unknown {
  return typeof given === "object" && given !== null && "value" in given ? given.value : given;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function listOf(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  return given === null || given === undefined ? [] : [given];
}

function toArray(vector: { size(): number; get(index: number): number }): number[] {
  return Array.from({ length: vector.size() }, (_, index) => vector.get(index));
}

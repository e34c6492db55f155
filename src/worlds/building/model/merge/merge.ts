import { canonicalJson, type Json } from "../../../../kernel/index.ts";
import type { Element, Parameters } from "../element.ts";

type Held = ReadonlyMap<string, Element>;

/** One line of a merge: what it was where both last agreed, and what it is. */
export interface Side {
  readonly base: Held;
  readonly now: Held;
}

/** What both changed, and not alike. */
export interface Conflict {
  readonly element_id: string;
  /** None where one deleted what the other changed, or both made it. */
  readonly parameter: string | null;
  readonly source: Json;
  readonly target: Json;
}

export interface Resolution {
  readonly element_id: string;
  readonly parameter?: string | undefined;
  readonly take: "source" | "target";
}

export interface Merged {
  /** What the target becomes. */
  readonly changes: ReadonlyMap<string, Element | null>;
  readonly conflicts: readonly Conflict[];
  /** Resolutions that settled something, with what they chose. */
  readonly settled: readonly { readonly conflict: Conflict; readonly take: "source" | "target" }[];
}

/** Three-way, by element and parameter. What nobody settled is a conflict. */
export function merge(source: Side, target: Side, resolutions: readonly Resolution[]): Merged {
  const changes = new Map<string, Element | null>();
  const conflicts: Conflict[] = [];
  const settled: { conflict: Conflict; take: "source" | "target" }[] = [];
  const settle = (conflict: Conflict): "source" | "target" | undefined => {
    const found = resolutions.find(
      ({ element_id, parameter }) =>
        element_id.toLowerCase() === conflict.element_id &&
        (parameter === undefined || parameter === conflict.parameter),
    );
    if (found === undefined) conflicts.push(conflict);
    else settled.push({ conflict, take: found.take });
    return found?.take;
  };
  for (const id of changedIds(source)) {
    const [was, is] = [source.base.get(id), source.now.get(id)];
    const [targetWas, targetIs] = [target.base.get(id), target.now.get(id)];
    if (same(is, targetIs)) continue;
    if (same(targetWas, targetIs)) changes.set(id, is ?? null);
    else if (is === undefined || targetIs === undefined) {
      const take = settle({ element_id: id, parameter: null, source: shown(is), target: shown(targetIs) });
      if (take === "source") changes.set(id, is ?? null);
    } else changes.set(id, { ...targetIs, parameters: mergeParameters(id, was, is, targetWas, targetIs, settle) });
  }
  return { changes, conflicts, settled };
}

/** What a line changed, in order of id. */
function changedIds({ base, now }: Side): string[] {
  const ids = new Set([...base.keys(), ...now.keys()]);
  return [...ids].filter((id) => !same(base.get(id), now.get(id))).sort();
}

function mergeParameters(
  id: string,
  was: Element | undefined,
  is: Element,
  targetWas: Element | undefined,
  targetIs: Element,
  settle: (conflict: Conflict) => "source" | "target" | undefined,
): Parameters {
  const merged: Record<string, Json> = { ...targetIs.parameters };
  for (const name of new Set([...Object.keys(was?.parameters ?? {}), ...Object.keys(is.parameters)])) {
    const [before, after] = [was?.parameters[name] ?? null, is.parameters[name] ?? null];
    const [targetBefore, targetAfter] = [targetWas?.parameters[name] ?? null, targetIs.parameters[name] ?? null];
    if (equal(before, after) || equal(after, targetAfter)) continue;
    const takes = equal(targetBefore, targetAfter)
      ? "source"
      : settle({ element_id: id, parameter: name, source: after, target: targetAfter });
    if (takes !== "source") continue;
    if (after === null) delete merged[name];
    else merged[name] = after;
  }
  return merged;
}

function same(a: Element | undefined, b: Element | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a === b || equal(a.parameters, b.parameters);
}

function equal(a: Json | Parameters, b: Json | Parameters): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

function shown(element: Element | undefined): Json {
  return element === undefined ? null : { type: element.type, parameters: element.parameters };
}

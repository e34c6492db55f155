import { canonicalJson, isJsonObject, type Json, KernelError } from "../../../../kernel/index.ts";
import { ELEMENT_TYPES, type Element, type ElementType, type Parameters } from "../element.ts";
import { isUuid } from "../ids.ts";
import { parametersOf } from "../parameters/of-type.ts";
import { OWN_SET } from "./own-set.ts";

/** What a file of our own says an element is made of, and what is told along with it. */
export interface OwnElement {
  readonly type: ElementType;
  readonly parameters: Parameters;
  /** Joins that it is the first of. */
  readonly joins: readonly Element[];
  /** What was taken up into it. */
  readonly operands: readonly Element[];
}

type Sets = Readonly<Record<string, Readonly<Record<string, Json>>>>;

const TYPES: ReadonlySet<string> = new Set(ELEMENT_TYPES);

/** Reads what an element is made of; undefined where the file does not say it, or not as it must be. */
export function readOwn(sets: Sets): OwnElement | undefined {
  const set = sets[OWN_SET];
  if (set === undefined || typeof set.type !== "string" || !TYPES.has(set.type)) return undefined;
  const type = set.type as ElementType;
  const parameters = readParameters(type, set);
  const [joins, operands] = [readElements(set.joins), readElements(set.operands)];
  return parameters && joins && operands && { type, parameters, joins, operands };
}

function readParameters(type: ElementType, said: Readonly<Record<string, Json>>): Parameters | undefined {
  const read: Record<string, Json> = {};
  for (const [name, parameter] of Object.entries(parametersOf(type))) {
    const value = said[name];
    if (value === undefined || value === null) continue;
    const structured = typeof value === "string" ? parsed(value) : value;
    const fits = [value, structured].find((one) => {
      if (one === undefined) return false;
      try {
        const shown = parameter.schema.safeParse(parameter.show(one));
        return shown.success && isSame(parameter.keep(shown.data as Json, name), one);
      } catch (error) {
        // What is shown or kept of a value of another form fails in its own way; a refusal is one of them.
        if (error instanceof KernelError || error instanceof TypeError) return false;
        throw error;
      }
    });
    if (fits === undefined) return undefined;
    read[name] = fits;
  }
  return read;
}

/** Lists and objects come as JSON in a text. */
function parsed(text: string): Json | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isSame(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** Elements that are told by another one, each as it is kept; undefined where one of them is not in order. */
function readElements(said: Json | undefined): readonly Element[] | undefined {
  if (said === undefined || said === null) return [];
  const list = typeof said === "string" ? parsed(said) : said;
  if (!Array.isArray(list)) return undefined;
  const read: Element[] = [];
  for (const one of list) {
    if (!isJsonObject(one) || typeof one.id !== "string" || !isUuid(one.id)) return undefined;
    if (typeof one.type !== "string" || !TYPES.has(one.type) || !isJsonObject(one.parameters)) return undefined;
    const type = one.type as ElementType;
    const parameters = readParameters(type, one.parameters as Record<string, Json>);
    if (parameters === undefined) return undefined;
    read.push({ id: one.id, type, parameters });
  }
  return read;
}

import { isJsonObject, type Json, type JsonObject } from "../../../../kernel/index.ts";
import { builtInSchemas } from "../../model/schema/built-in.ts";
import { guessType, mayBeOf } from "./guess-type.ts";

/** Where the rows of a JSON file are: the names that lead to them, and what is left beside them. */
export interface RowsInJson {
  readonly path: readonly string[];
  readonly value: Json;
  /** The type that the name of the rows says they are. */
  readonly type: string | undefined;
  /** Names of what stands beside the way to the rows, and is no row. */
  readonly beside: readonly string[];
}

const WORDS_FOR_ROWS = new Set(
  "results data items records rows entries list values hits docs documents objects response payload features value".split(
    " ",
  ),
);
/** What servers say of an answer beside its rows. */
const AROUND = new Set(
  "count total total_count totalcount next previous prev page pages per_page page_size limit offset has_more cursor next_cursor status success ok meta metadata links _links version type object kind took timed_out generated_at exported_at created_at updated_at schema $schema source name title description url info pagination paging".split(
    " ",
  ),
);
const DEPTH_MAX = 4;

const TYPES = new Map(
  builtInSchemas().flatMap(({ entity_type: type }) => [
    [type, type] as const,
    [plural(type), type] as const,
    ...(type === "person" ? [["people", type] as const] : []),
  ]),
);

function plural(type: string): string {
  if (/[^aeiou]y$/.test(type)) return `${type.slice(0, -1)}ies`;
  return /(?:s|x|ch)$/.test(type) ? `${type}es` : `${type}s`;
}

/**
 * Finds the rows of a JSON file: an array, an object with them under `entities`, or what the answer of a server wraps
 * them in. An object with facts of its own is a row itself, whatever lists it has.
 */
export function rowsInJson(value: Json): RowsInJson {
  const path: string[] = [];
  const beside: string[] = [];
  let inner: Json = value;
  let type: string | undefined;
  for (let depth = 0; depth < DEPTH_MAX && isJsonObject(inner); depth += 1) {
    const name = wayIn(inner);
    if (name === undefined) break;
    beside.push(...Object.keys(inner).filter((other) => other !== name));
    path.push(name);
    type = TYPES.get(name.toLowerCase()) ?? type;
    inner = inner[name] as Json;
  }
  // What leads to no rows and to nothing that has a name of its own was no wrapping.
  const isUnknown = isJsonObject(inner) && !("entity_type" in inner) && guessType(inner) === undefined;
  if (path.length > 0 && isUnknown && (type === undefined || beside.length > 0)) {
    return { path: [], value, type: undefined, beside: [] };
  }
  return { path, value: inner, type, beside };
}

/** The member that holds the rows of an object that is no row itself. */
function wayIn(object: JsonObject): string | undefined {
  if (Array.isArray(object.entities)) return "entities";
  if ("entity_type" in object || guessType(object) !== undefined) return undefined;
  const inside = Object.entries(object).filter(([, value]) => isRows(value) || isJsonObject(value ?? null));
  const ways = inside.filter(([name]) => isWord(name) || !AROUND.has(name.toLowerCase()));
  const [[way, value] = []] = ways;
  if (ways.length !== 1 || way === undefined) return undefined;
  const others = Object.keys(object).filter((name) => name !== way);
  const isAlone = others.every((name) => AROUND.has(name.toLowerCase()));
  return isAlone && (isRows(value) || others.length === 0 || isWord(way)) ? way : undefined;
}

function isWord(name: string): boolean {
  return WORDS_FOR_ROWS.has(name.toLowerCase()) || TYPES.has(name.toLowerCase());
}

function isRows(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isJsonObject(item));
}

/** Something within an object: the way to it, and its type. */
export interface ThingInside {
  readonly path: readonly (string | number)[];
  readonly type: string;
}

const THINGS_MAX = 500;

/**
 * What is of a known type deep within an object that is of none: the company that a file tells of, and everybody in the
 * list of those who work there. What is of a type keeps what it has to itself.
 */
export function thingsInside(value: Json): ThingInside[] {
  if (!isJsonObject(value) || "entity_type" in value || guessType(value) !== undefined) return [];
  const found: ThingInside[] = [];
  look(value, [], undefined, 0);
  return found;

  function look(
    one: Json | undefined,
    path: readonly (string | number)[],
    named: string | undefined,
    depth: number,
  ): void {
    if (found.length >= THINGS_MAX || depth > DEPTH_MAX * 2) return;
    if (Array.isArray(one)) {
      for (const [index, item] of one.entries()) look(item, [...path, index], named, depth + 1);
      return;
    }
    if (!isJsonObject(one ?? null)) return;
    const object = one as JsonObject;
    // What is called a company and has a name is one, whatever else it has.
    const isNamed = named !== undefined && (mayBeOf(named, object) || typeof object.name === "string");
    const said = isNamed ? named : undefined;
    const type = depth === 0 ? undefined : (said ?? guessType(object));
    if (type !== undefined) found.push({ path, type });
    for (const [name, inner] of Object.entries(object))
      look(inner, [...path, name], TYPES.get(name.toLowerCase()), depth + 1);
  }
}

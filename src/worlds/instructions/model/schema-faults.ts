import { z } from "zod";
import { isJsonObject, type Json, type JsonObject, type Mismatch } from "../../../kernel/index.ts";

/** One thing wrong with the arguments, as Ajv tells it: the contract promises its words. */
export interface SchemaFault extends JsonObject {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: JsonObject;
  readonly message: string;
}

type Issue = Mismatch["issues"][number];
type Schema = Readonly<Record<string, unknown>>;

/** Says what is wrong with arguments as Ajv would, from the JSON Schema that tools/list publishes. */
export function schemaFaults({ input, args, issues }: Mismatch): SchemaFault[] {
  const root = z.toJSONSchema(input, { io: "input" }) as Schema;
  return issues.flatMap((issue) => faultsOf(root, args, issue));
}

/** What no JSON Schema can say. */
export function customFault(path: readonly PropertyKey[], message: string): SchemaFault {
  return { instancePath: pointer(path), schemaPath: "#", keyword: "custom", params: {}, message };
}

/** A field that a rule beyond the schema asks for. */
export function missingFault(missingProperty: string): SchemaFault {
  return required({}, [], missingProperty);
}

function required(root: Schema, path: readonly PropertyKey[], missingProperty: string): SchemaFault {
  return fault(root, path, "required", { missingProperty }, `must have required property '${missingProperty}'`);
}

function faultsOf(root: Schema, args: unknown, issue: Issue): SchemaFault[] {
  const { path } = issue;
  const value = valueAt(args, path);
  const last = path.at(-1);
  if (value === undefined && last !== undefined) return [required(root, path.slice(0, -1), String(last))];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((additionalProperty) =>
      fault(root, path, "additionalProperties", { additionalProperty }, "must NOT have additional properties"),
    );
  }
  if (issue.code === "custom") return [customFault(path, issue.message)];
  const type = wrongType(schemaAt(root, path).schema, value);
  if (type !== undefined) return [fault(root, path, "type", { type }, `must be ${type}`)];
  const { keyword, params, message } = wordsFor(issue, schemaAt(root, path).schema);
  return [fault(root, path, keyword, params, message)];
}

interface Words {
  readonly keyword: string;
  readonly params: SchemaFault["params"];
  readonly message: string;
}

function wordsFor(issue: Issue, schema: Schema): Words {
  switch (issue.code) {
    case "invalid_type": {
      const type = TYPES[issue.expected] ?? issue.expected;
      return { keyword: "type", params: { type }, message: `must be ${type}` };
    }
    case "invalid_value":
      if ("const" in schema)
        return {
          keyword: "const",
          params: { allowedValue: schema.const as Json },
          message: "must be equal to constant",
        };
      return {
        keyword: "enum",
        params: { allowedValues: issue.values.map(String) },
        message: "must be equal to one of the allowed values",
      };
    case "too_small":
      return tooFew(issue.origin, Number(issue.minimum), issue.inclusive ?? true);
    case "too_big":
      return tooMany(issue.origin, Number(issue.maximum), issue.inclusive ?? true);
    case "invalid_format": {
      const { pattern } = schema;
      if (issue.format === "regex" && typeof pattern === "string")
        return { keyword: "pattern", params: { pattern }, message: `must match pattern "${pattern}"` };
      return { keyword: "format", params: { format: issue.format }, message: `must match format "${issue.format}"` };
    }
    case "not_multiple_of":
      return {
        keyword: "multipleOf",
        params: { multipleOf: issue.divisor },
        message: `must be multiple of ${issue.divisor}`,
      };
    case "invalid_union":
      return { keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    default:
      return { keyword: "custom", params: {}, message: issue.message };
  }
}

const SIZES: Readonly<Record<string, readonly [keyword: string, unit: string]>> = {
  string: ["Length", "characters"],
  array: ["Items", "items"],
  object: ["Properties", "properties"],
};

function tooFew(origin: string, limit: number, inclusive: boolean): Words {
  const size = SIZES[origin];
  if (size !== undefined)
    return { keyword: `min${size[0]}`, params: { limit }, message: `must NOT have fewer than ${limit} ${size[1]}` };
  const comparison = inclusive ? ">=" : ">";
  const keyword = inclusive ? "minimum" : "exclusiveMinimum";
  return { keyword, params: { comparison, limit }, message: `must be ${comparison} ${limit}` };
}

function tooMany(origin: string, limit: number, inclusive: boolean): Words {
  const size = SIZES[origin];
  if (size !== undefined)
    return { keyword: `max${size[0]}`, params: { limit }, message: `must NOT have more than ${limit} ${size[1]}` };
  const comparison = inclusive ? "<=" : "<";
  const keyword = inclusive ? "maximum" : "exclusiveMaximum";
  return { keyword, params: { comparison, limit }, message: `must be ${comparison} ${limit}` };
}

/** How JSON Schema calls what zod expects. */
const TYPES: Readonly<Record<string, string>> = { int: "integer", record: "object" };

/** Ajv looks at the type before it looks at anything else. */
function wrongType({ type }: Schema, value: unknown): string | undefined {
  if (typeof type !== "string") return undefined;
  const fits: Readonly<Record<string, boolean>> = {
    string: typeof value === "string",
    number: typeof value === "number",
    integer: Number.isInteger(value),
    boolean: typeof value === "boolean",
    null: value === null,
    array: Array.isArray(value),
    object: isJsonObject(value),
  };
  return fits[type] === false ? type : undefined;
}

function fault(
  root: Schema,
  path: readonly PropertyKey[],
  keyword: string,
  params: SchemaFault["params"],
  message: string,
): SchemaFault {
  const schemaPath = `${schemaAt(root, path).pointer}/${keyword}`;
  return { instancePath: pointer(path), schemaPath, keyword, params, message };
}

/** The part of the schema that speaks about a path, as far as it can be followed. */
function schemaAt(root: Schema, path: readonly PropertyKey[]): { schema: Schema; pointer: string } {
  let at = { schema: root, pointer: "#" };
  for (const part of path) at = resolve(root, step(at, part));
  return at;
}

function step({ schema, pointer: from }: { schema: Schema; pointer: string }, part: PropertyKey) {
  const properties = schema.properties as Schema | undefined;
  if (typeof part === "number") return { schema: (schema.items ?? {}) as Schema, pointer: `${from}/items` };
  const named = properties !== undefined && Object.hasOwn(properties, part);
  if (named) return { schema: properties[String(part)] as Schema, pointer: `${from}/properties/${escaped(part)}` };
  return { schema: (schema.additionalProperties ?? {}) as Schema, pointer: `${from}/additionalProperties` };
}

function resolve(root: Schema, at: { schema: Schema; pointer: string }): { schema: Schema; pointer: string } {
  const { $ref } = at.schema;
  if (typeof $ref !== "string" || !$ref.startsWith("#/$defs/")) return at;
  const schema = (root.$defs as Readonly<Record<string, Schema>>)[$ref.slice("#/$defs/".length)];
  return schema === undefined ? at : { schema, pointer: $ref };
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[part],
    args,
  );
}

/** A JSON pointer. */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${escaped(part)}`).join("");
}

function escaped(part: PropertyKey): string {
  return String(part).replaceAll("~", "~0").replaceAll("/", "~1");
}

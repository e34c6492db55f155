import { z } from "zod";
import type { ElementType } from "../element.ts";
import { parametersOf } from "./of-type.ts";

/** Where every tool works. */
export const WHERE = {
  branch_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Id or name of the branch; else the one you switched to, else main"),
  model_id: z.string().min(1).max(200).optional().describe("Id of the project; may be left out where there is one"),
};

export interface WhereAsked {
  readonly branch_id?: string | undefined;
  readonly model_id?: string | undefined;
}

export const ElementId = z.string().min(1).max(200);

/** Arguments that are parameters of a new element: those that must be given, those with a default, and the rest. */
export function argumentsOf(
  type: ElementType,
  required: readonly string[],
  defaults: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
): Record<string, z.ZodType> {
  const schemaOf = (name: string) => {
    const parameter = parametersOf(type)[name];
    if (parameter === undefined) throw new TypeError(`a ${type} has no ${name}`);
    return parameter.schema;
  };
  return {
    ...Object.fromEntries(required.map((name) => [name, schemaOf(name)])),
    ...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, withDefault(schemaOf(name), value)])),
    ...Object.fromEntries(optional.map((name) => [name, schemaOf(name).optional()])),
  };
}

/** The description stays where a client looks for it. */
function withDefault(schema: z.ZodType, value: unknown): z.ZodType {
  const described = schema.default(value as never);
  return schema.description === undefined ? described : described.describe(schema.description);
}

import { categoryOf, type Element } from "../model/element.ts";
import { parametersOf } from "../model/parameters/of-type.ts";

export interface Missing {
  readonly element_id: string;
  readonly category: string;
  readonly parameter: string;
  readonly reason: "empty" | "no_such_parameter";
}

/** Which of some parameters elements do not say. `Set.Property` asks for a property that came with them. */
export function missingIn(elements: readonly Element[], required: readonly string[]): readonly Missing[] {
  return elements.flatMap((element) =>
    required.flatMap((parameter): Missing[] => {
      const reason = faultOf(element, parameter);
      return reason === undefined ? [] : [{ element_id: element.id, category: categoryOf(element), parameter, reason }];
    }),
  );
}

function faultOf(element: Element, parameter: string): Missing["reason"] | undefined {
  if (parameter in parametersOf(element.type)) return isEmpty(element.parameters[parameter]) ? "empty" : undefined;
  const dot = parameter.indexOf(".");
  const properties = element.parameters.properties as Readonly<Record<string, Record<string, unknown>>> | undefined;
  const value = dot === -1 ? undefined : properties?.[parameter.slice(0, dot)]?.[parameter.slice(dot + 1)];
  if (dot === -1) return "no_such_parameter";
  return isEmpty(value) ? "empty" : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

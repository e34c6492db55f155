import { z } from "zod";
import { canonicalJson } from "../../../../../kernel/index.ts";
import { keptValue } from "../../../model/parameters/convert.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { parametersOf } from "../../../model/parameters/of-type.ts";
import { defineChange } from "../../../write/change.ts";
import { modified } from "../../../write/modify.ts";
import { CHANGED } from "../../answers.ts";

/** Any JSON; not by a schema that points at itself, which some clients follow without end. */
const Value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

export const modifyParameter = defineChange({
  name: "modify_parameter",
  title: "Change a parameter",
  description: [
    "Change one parameter of an element or a level, in mm or in the parameter's own form. All that depends on it is made anew, or nothing changes.",
    "An unknown name is refused (1004) with the names its type has; so is a value after which something would no longer fit (1101, 1103, 1113).",
    "To move an element as a whole use move_element.",
  ].join("\n"),
  permission: "MODIFY",
  input: z.object({
    element_id: ElementId,
    parameter_name: z.string().min(1).max(100),
    value: Value.describe("The new value; lengths in mm"),
    ...WHERE,
  }),
  output: z.object({
    element_id: z.string(),
    parameter_name: z.string(),
    previous: Value,
    value: Value,
    ...CHANGED,
  }),
  async plan({ element_id, parameter_name, value }, where, building) {
    const element = await building.require(where, element_id);
    const kept = keptValue(element.type, parameter_name, value);
    const parameter = parametersOf(element.type)[parameter_name];
    const previous = element.parameters[parameter_name];
    const change = modified(element, { [parameter_name]: kept });
    return {
      changes: new Map([[element.id, change.after]]),
      events: [change.event],
      warnings: canonicalJson(previous ?? null) === canonicalJson(kept) ? ["It had this value already."] : [],
      answer: () => ({
        element_id: element.id,
        parameter_name,
        previous: previous === undefined ? null : (parameter?.show(previous) ?? null),
        value: parameter?.show(kept) ?? null,
      }),
    };
  },
});

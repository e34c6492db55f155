import { KernelError } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/** One thing wrong with the arguments, and where. */
export interface Problem extends JsonObject {
  readonly path: string;
  readonly message: string;
}

/** The same in the words of Ajv, for contracts that promise them. */
export interface SchemaFault extends JsonObject {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: JsonObject;
  readonly message: string;
}

/** Arguments that do not fit their tool. The faults are worked out when an envelope asks: most answers never carry them. */
export class InvalidArguments extends KernelError {
  readonly faults: () => readonly SchemaFault[];

  constructor(problems: readonly Problem[], faults: () => readonly SchemaFault[]) {
    const first = problems[0];
    const summary = first === undefined ? "" : `: ${first.path === "" ? "" : `${first.path}: `}${first.message}`;
    super("invalid_arguments", `The arguments do not fit the tool${summary}`, { problems: [...problems] });
    this.faults = faults;
  }
}

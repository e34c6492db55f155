import type { z } from "zod";
import { KernelError } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/** One thing wrong with the arguments, and where. */
export interface Problem extends JsonObject {
  readonly path: string;
  readonly message: string;
}

/** What was held against what: enough for an envelope to tell it in its contract's own words. */
export interface Mismatch {
  readonly issues: readonly z.core.$ZodIssue[];
  readonly args: unknown;
  readonly input: z.ZodObject;
}

/** Arguments that do not fit their tool. */
export class InvalidArguments extends KernelError {
  readonly mismatch: Mismatch;

  constructor(problems: readonly Problem[], mismatch: Mismatch) {
    const first = problems[0];
    const summary = first === undefined ? "" : `: ${first.path === "" ? "" : `${first.path}: `}${first.message}`;
    super("invalid_arguments", `The arguments do not fit the tool${summary}`, { problems: [...problems] });
    this.mismatch = mismatch;
  }
}

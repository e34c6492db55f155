import { type ErrorCode, KernelError } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/**
 * A refusal for which the contract of a server has a result of its own: the caller is answered with that, and
 * everything else is as with any refusal. Nothing of the call is kept, and the refusal is an entry of the log.
 */
export class AnsweredRefusal extends KernelError {
  readonly answer: JsonObject;

  constructor(code: ErrorCode, message: string, answer: JsonObject) {
    super(code, message);
    this.name = "AnsweredRefusal";
    this.answer = answer;
  }
}

import { type Envelope, jsonResult, type KernelError, plainEnvelope } from "../../kernel/index.ts";

/** A failure in the shape of this server: a code, what happened and what to do, and the facts. */
function failureOf({ code, message, details, kind }: KernelError) {
  const text = /[.!?]$/.test(message) ? message : `${message}.`;
  const { truth_code: _code, ...facts } = details;
  return { error: { code, message: `${text} ${kind.hint}`, details: facts } };
}

export const homeEnvelope: Envelope = {
  success: (value) => jsonResult(value),
  failure: (error, facts) =>
    error.code === "unknown_tool" ? plainEnvelope.failure(error, facts) : jsonResult(failureOf(error), true),
};

import { type Envelope, jsonResult } from "../../kernel/index.ts";
import { toRpc } from "./errors.ts";

/** The contract's answers: plain JSON, and JSON-RPC errors with its codes. */
export const instructionsEnvelope: Envelope = {
  // An answer that says `error` is the contract's own shape for a write that was not done.
  success: (value) => jsonResult(value, typeof value.error === "string"),
  failure(error, facts) {
    const { code, message, data } = toRpc(error, facts);
    if (error.code === "unknown_tool") return { rpc: { code, message: error.message, data } };
    return {
      content: [{ type: "text", text: error.message }],
      structuredContent: { error: { code, message, data } },
      isError: true,
    };
  },
  methodFailure: (error, facts) => ({ rpc: toRpc(error, facts) }),
};

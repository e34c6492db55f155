import { isCallToolResult } from "@modelcontextprotocol/server";
import { type Envelope, jsonResult, plainEnvelope } from "../../kernel/index.ts";

/** Passes a fixture's own result on as it is; everything else is worded as on any other server. */
export const conformanceEnvelope: Envelope = {
  success: (value) => (isCallToolResult(value) ? value : jsonResult(value)),
  failure: plainEnvelope.failure,
};

import { ProtocolError } from "@modelcontextprotocol/server";
import type { RpcFailure } from "../../envelope.ts";
import { KernelError } from "../../errors.ts";

export function toProtocolError({ code, message, data }: RpcFailure["rpc"]): ProtocolError {
  return new ProtocolError(code, message, data);
}

/** A failure outside tools/call has no envelope: it is a JSON-RPC error. */
export function asProtocolError(error: unknown): unknown {
  if (!(error instanceof KernelError)) return error;
  return new ProtocolError(error.kind.rpc, error.message, {
    code: error.code,
    hint: error.kind.hint,
    details: error.details,
  });
}

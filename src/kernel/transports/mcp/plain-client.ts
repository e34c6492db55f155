import { LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/server";
import { isJsonObject } from "../../json.ts";

const UNNAMED_CLIENT = { name: "plain-json-rpc", version: "0" };

/** Completes what a client of plain JSON-RPC leaves out, so that its message is read like that of any other. */
export function completePlain(message: unknown): unknown {
  if (!isJsonObject(message) || typeof message.method !== "string") return message;
  const { params, ...rest } = message;
  if (message.method === "initialize") return { ...rest, params: completeInitialize(params) };
  // No parameters may also be written as null or as an empty list.
  const none = params === null || (Array.isArray(params) && params.length === 0);
  return none ? rest : message;
}

function completeInitialize(params: unknown): Record<string, unknown> {
  const given = isJsonObject(params) ? params : {};
  const { protocolVersion, capabilities, clientInfo } = given;
  const named = isJsonObject(clientInfo) ? clientInfo : {};
  return {
    ...given,
    protocolVersion: typeof protocolVersion === "string" ? protocolVersion : LATEST_PROTOCOL_VERSION,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    clientInfo: {
      ...named,
      name: typeof named.name === "string" ? named.name : UNNAMED_CLIENT.name,
      version: typeof named.version === "string" ? named.version : UNNAMED_CLIENT.version,
    },
  };
}

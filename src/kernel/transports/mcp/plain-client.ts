import { LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/server";

const UNNAMED_CLIENT = { name: "plain-json-rpc", version: "0" };

/** Completes what a client of plain JSON-RPC leaves out, so that its message is read like that of any other. */
export function completePlain(message: unknown): unknown {
  if (!isRecord(message) || typeof message.method !== "string") return message;
  const { params, ...rest } = message;
  if (message.method === "initialize") return { ...rest, params: completeInitialize(isRecord(params) ? params : {}) };
  // No parameters may also be written as null or as an empty list.
  const none = params === null || (Array.isArray(params) && params.length === 0);
  return none ? rest : message;
}

function completeInitialize(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { protocolVersion, capabilities, clientInfo } = given;
  const named = isRecord(clientInfo) ? clientInfo : {};
  return {
    ...given,
    protocolVersion: typeof protocolVersion === "string" ? protocolVersion : LATEST_PROTOCOL_VERSION,
    capabilities: isRecord(capabilities) ? capabilities : {},
    clientInfo: {
      ...named,
      name: typeof named.name === "string" ? named.name : UNNAMED_CLIENT.name,
      version: typeof named.version === "string" ? named.version : UNNAMED_CLIENT.version,
    },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";

/** Watches a connection for the moment at which its client may hear that the server is ready. */
export interface ReadyNotice {
  received(message: JSONRPCMessage): void;
  sent(message: JSONRPCMessage): void;
}

/**
 * Tells once: after the client has said that it is initialized, or at its first request where it never says so;
 * in any case behind the answer to its initialize. Clients of the newer era know no such notice.
 */
export function createReadyNotice(tell: () => void): ReadyNotice {
  let told = false;
  let due = false;
  let initializing: string | number | undefined;

  function tellIfDue(): void {
    if (!due || told || initializing !== undefined) return;
    told = true;
    tell();
  }

  return {
    received(message) {
      if (told || !("method" in message) || isModern(message.params)) return;
      const id = "id" in message ? message.id : undefined;
      if (message.method === "initialize") initializing = id;
      else due ||= id !== undefined || message.method === "notifications/initialized";
      tellIfDue();
    },
    sent(message) {
      if ("method" in message || initializing === undefined || message.id !== initializing) return;
      initializing = undefined;
      tellIfDue();
    },
  };
}

function isModern(params: unknown): boolean {
  const meta = (params as { _meta?: Readonly<Record<string, unknown>> } | undefined)?._meta;
  return meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
}

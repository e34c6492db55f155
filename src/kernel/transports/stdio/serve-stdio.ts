import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import { serveStdio as serveSdkStdio } from "@modelcontextprotocol/server/stdio";
import type { BoundServer } from "../../call/index.ts";
import { authenticate, type ConnectionInfo } from "../../identity/index.ts";
import {
  announceList,
  completePlain,
  createMcpServer,
  createResourceWatch,
  type OpenConnection,
  readListen,
  type TransportParts,
} from "../mcp/index.ts";
import { createReadyNotice } from "./ready-notice.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** How long calls in flight may take to finish once the process is asked to stop; then they are cancelled. */
const STOP_MS = 3000;

export interface StdioPipes {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

export interface StdioServing {
  /** Resolves when the client has gone and everything it asked has been answered. */
  readonly closed: Promise<void>;
  /** Answers what is in flight, as long as somebody who ends the process may be kept waiting, then closes. */
  finish(): Promise<void>;
}

/** Whom the process acts for, where somebody has signed in for it; looked at anew at each call. */
export type StdioIdentity = Pick<ConnectionInfo, "user" | "agent" | "scopes" | "refusal">;

/** Serves one server to the one client on the other end of the pipes, in whichever era it speaks. */
export function serveStdio(
  parts: TransportParts,
  bound: BoundServer,
  { stdin, stdout }: StdioPipes,
  identity: StdioIdentity = {},
): StdioServing {
  const id = parts.env.id();
  const info: ConnectionInfo = {
    id,
    transport: "stdio",
    client: null,
    get user() {
      return identity.user;
    },
    get agent() {
      return identity.agent;
    },
    get scopes() {
      return identity.scopes;
    },
    get refusal() {
      return identity.refusal;
    },
  };
  let current: Server | undefined;
  // Who may not call hears of nothing either: no tenant has an empty name.
  const tenant = info.refusal === undefined ? authenticate(info).tenant : "";
  const watch = createResourceWatch(parts, bound, tenant, {
    updated: (uri) => void current?.sendResourceUpdated({ uri }),
    listChanged: () => void current?.sendResourceListChanged(),
  });
  const watched = new Set<string>();

  const connection: OpenConnection = {
    info,
    notifyListChanged: (list) => announceList(current, list),
  };

  const { ready, legacyMethods: plain = false } = bound.server;
  const notice =
    ready &&
    createReadyNotice(() => {
      void transport.send({ jsonrpc: "2.0", method: ready.method, params: { version: parts.version } });
    });

  const transport = new StdioTransport({
    stdin,
    stdout,
    env: parts.env,
    messageBytesMax: bound.server.messageBytesMax,
    messageLimits: parts.messageLimits,
    translate: (value) => (plain ? completePlain(value) : value),
    afterSend: (message) => notice?.sent(message),
    beforeMessage(message: JSONRPCMessage) {
      if (!("method" in message)) return undefined;
      notice?.received(message);
      if (plain && message.method === "exit") void transport.finish();
      // The SDK answers this one itself and filters what we send; we only have to send it.
      return message.method === "subscriptions/listen" ? listen(message) : undefined;
    },
  });

  async function listen(message: JSONRPCMessage): Promise<void> {
    const { uris, list } = readListen(message);
    if (list) await watch.addList();
    for (const uri of uris) {
      if (watched.has(uri)) continue;
      watched.add(uri);
      await watch.add(uri);
    }
  }

  const closed = new Promise<void>((resolve) => {
    serveSdkStdio(
      () => {
        current = createMcpServer(parts, bound, connection);
        return current;
      },
      { transport, onerror: (error) => parts.log.debug({ cause: error.message }, "protocol error") },
    );
    const passOn = transport.onclose;
    transport.onclose = () => {
      passOn?.();
      watch.stop();
      resolve();
    };
  });
  return { closed, finish: () => transport.finish(STOP_MS) };
}

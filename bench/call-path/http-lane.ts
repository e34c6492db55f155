import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { type Command, endServer, type ServerProcess, startServer } from "../kit/server-process.ts";
import type { Lane } from "./lane.ts";
import {
  type Era,
  INITIALIZE,
  INITIALIZED,
  LEGACY_VERSION,
  MODERN_VERSION,
  messagesOf,
  refuseFailure,
} from "./messages.ts";

/** A server process and where its endpoint is. */
export interface HttpServer {
  readonly child: ServerProcess;
  readonly url: URL;
  close(): Promise<void>;
}

/** Starts a server that prints its address, and waits for it. */
export async function startHttpServer(command: Command, path: string): Promise<HttpServer> {
  const child = startServer(command);
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /serving on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      child.stdout.resume();
      return { child, url: new URL(path, address), close: () => endServer(child, "SIGTERM") };
    }
  }
  throw new Error(`${command[0]} never listened`);
}

/** Kept-alive sockets, one call on each at a time; an answer is read only as far as its end must be found. */
export async function openHttpLane({ child, url }: HttpServer, era: Era): Promise<Lane> {
  const headers =
    era === "modern"
      ? [`mcp-protocol-version: ${MODERN_VERSION}`, "mcp-method: tools/call"]
      : [`mcp-protocol-version: ${LEGACY_VERSION}`, `mcp-session-id: ${await openSession(url)}`];

  async function send(...[question, concurrency, more]: Parameters<Lane["send"]>): Promise<number> {
    const next = messagesOf(question, era);
    const ownHeaders = era === "modern" ? [...headers, `mcp-name: ${question.tool}`] : headers;
    const head = [
      `POST ${url.pathname} HTTP/1.1`,
      `host: ${url.host}`,
      "content-type: application/json",
      "accept: application/json, text/event-stream",
      ...ownHeaders,
      "content-length: ",
    ].join("\r\n");
    let sent = 0;
    const nextRequest = (): string | undefined => {
      if (!more(sent)) return undefined;
      sent += 1;
      const body = next();
      return `${head}${Buffer.byteLength(body)}\r\n\r\n${body}`;
    };
    // New sockets each time: a server hangs up on those that rested, and may do so just as they are used again.
    const sockets = await Promise.all(Array.from({ length: concurrency }, () => openSocket(url)));
    await Promise.all(sockets.map((socket) => askOn(socket, nextRequest)));
    for (const socket of sockets) socket.destroy();
    return sent;
  }

  return { pid: child.pid, send, close: async () => {} };
}

async function openSocket(url: URL): Promise<Socket> {
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  await once(socket, "connect");
  return socket;
}

/** Asks one question after another on one socket until there are no more. */
function askOn(socket: Socket, nextRequest: () => string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer: Buffer = Buffer.alloc(0);
    const onClose = () => reject(new Error("the server closed a connection under load"));
    socket.on("error", reject);
    const ask = (): void => {
      const request = nextRequest();
      if (request !== undefined) {
        socket.write(request);
        return;
      }
      socket.off("data", onData).off("close", onClose);
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
      try {
        if (!isWhole(answer)) return;
        refuseFailure(answer);
      } catch (error) {
        reject(error);
      }
      answer = Buffer.alloc(0);
      ask();
    };
    socket.on("data", onData).on("close", onClose);
    ask();
  });
}

function isWhole(answer: Buffer): boolean {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const head = answer.toString("latin1", 0, headEnd);
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`a call failed: ${answer.toString("utf8").slice(0, 500)}`);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return answer.length >= headEnd + 4 + Number(length);
  return answer.length > headEnd + 4 && answer.toString("latin1", answer.length - 7) === "\r\n0\r\n\r\n";
}

async function openSession(url: URL): Promise<string> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const opened = await fetch(url, { method: "POST", headers, body: INITIALIZE });
  await opened.text();
  const session = opened.headers.get("mcp-session-id");
  if (session === null) throw new Error(`no session was opened: ${opened.status}`);
  const initialized = await fetch(url, {
    method: "POST",
    headers: { ...headers, "mcp-session-id": session, "mcp-protocol-version": LEGACY_VERSION },
    body: INITIALIZED,
  });
  await initialized.text();
  return session;
}

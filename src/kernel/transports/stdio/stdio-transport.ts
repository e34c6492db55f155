import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import type { Env } from "../../env.ts";
import { KernelError } from "../../errors.ts";
import { isJsonObject } from "../../json.ts";
import { type MessageLimits, parseMessage } from "../mcp/index.ts";
import { longLine } from "./long-line.ts";

const NEWLINE = 0x0a;
/** How long calls in flight may take to finish once the client has closed its end; then they are cancelled. */
const DRAIN_MS = 10_000;

export interface StdioOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly messageBytesMax: number;
  readonly messageLimits: MessageLimits;
  readonly env: Env;
  /** Rewrites what a client sent, before it is judged. */
  translate(value: unknown): unknown;
  /** Sees each message of ours as it leaves. */
  afterSend(message: JSONRPCMessage): void;
  /** Sees each message before the protocol does; where it gives a promise, the message waits for it. */
  beforeMessage(message: JSONRPCMessage): Promise<unknown> | undefined;
}

/** MCP over a pair of pipes. A line that is no message is answered and forgotten; the connection lives on. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #options: StdioOptions;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #unanswered = new Set<string | number>();
  #chunks: Buffer[] = [];
  #bytes = 0;
  #oversize = false;
  #closed = false;
  #delivery: Promise<void> = Promise.resolve();
  #waiting = 0;
  #outgoing = "";
  #written: Promise<void> = Promise.resolve();

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { stdin, stdout } = this.#options;
    stdin.on("data", (chunk: Buffer) => this.#receive(chunk));
    stdin.on("end", () => void this.finish());
    stdin.on("close", () => void this.finish());
    // The client went away: there is nobody left to write to.
    stdout.on("error", () => void this.close());
  }

  /** Answers what was asked before, then closes. */
  async finish(drainMs = DRAIN_MS): Promise<void> {
    await this.#delivery;
    const deadlineMs = this.#options.env.monotonicMs() + drainMs;
    while (this.#unanswered.size > 0 && !this.#closed && this.#options.env.monotonicMs() < deadlineMs) {
      await this.#options.env.sleep(5);
    }
    await this.close();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    const long = longLine(message);
    const written = long === undefined ? this.#write(`${JSON.stringify(message)}\n`) : this.#writeLong(long);
    this.#options.afterSend(message);
    await written;
    if (!("method" in message) && message.id !== undefined) this.#unanswered.delete(message.id);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.stdin.pause();
    this.onclose?.();
  }

  #receive(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#options.messageBytesMax) {
      this.#oversize = true;
      this.#chunks = [];
    } else if (part.length > 0) {
      this.#chunks.push(part);
    }
  }

  #endLine(): void {
    const line = Buffer.concat(this.#chunks);
    const oversize = this.#oversize;
    this.#chunks = [];
    this.#bytes = 0;
    this.#oversize = false;
    if (oversize) {
      const limit = this.#options.messageBytesMax;
      this.#refuse(new KernelError("too_large", "The message is too large", { limit_bytes: limit }), null);
    } else if (line.length > 0) {
      this.#read(line);
    }
  }

  #read(line: Buffer): void {
    let text: string;
    try {
      text = this.#decoder.decode(line);
    } catch {
      this.#refuse(new KernelError("parse_error", "The message is not UTF-8"), null);
      return;
    }
    if (text.trim() === "") return;
    const parsed = parseMessage(text, this.#options.messageLimits);
    if ("error" in parsed) {
      this.#refuse(parsed.error, parsed.id);
      return;
    }
    const value = this.#options.translate(parsed.value);
    if (isMessage(value)) this.#deliver(value);
    else this.#refuse(new KernelError("invalid_request", "The line is no JSON-RPC 2.0 message"), idOf(value));
  }

  #deliver(message: JSONRPCMessage): void {
    // A subscription is answered when it ends, so nobody must wait for it either.
    if ("method" in message && "id" in message && message.id !== undefined && message.method !== "subscriptions/listen")
      this.#unanswered.add(message.id);
    // A cancelled request is answered by nobody, so nobody must wait for it.
    if ("method" in message && message.method === "notifications/cancelled") {
      const { requestId } = (message.params ?? {}) as { requestId?: string | number };
      if (requestId !== undefined) this.#unanswered.delete(requestId);
    }
    const before = this.#options.beforeMessage(message);
    if (before === undefined && this.#waiting === 0) {
      this.onmessage?.(message);
      return;
    }
    this.#waiting += 1;
    this.#delivery = this.#delivery.then(async () => {
      await before?.catch((error) => this.onerror?.(error as Error));
      this.#waiting -= 1;
      this.onmessage?.(message);
    });
  }

  /** Answers that are ready in the same turn leave in one piece. */
  #write(line: string): Promise<void> {
    if (this.#outgoing === "") {
      this.#written = new Promise((resolve) =>
        process.nextTick(() => {
          const lines = this.#outgoing;
          this.#outgoing = "";
          this.#options.stdout.write(lines, () => resolve());
        }),
      );
    }
    this.#outgoing += line;
    return this.#written;
  }

  /** Behind what already waits. */
  #writeLong(pieces: readonly Buffer[]): Promise<void> {
    const { stdout } = this.#options;
    if (this.#outgoing !== "") stdout.write(this.#outgoing);
    this.#outgoing = "";
    return new Promise((resolve) => {
      for (const piece of pieces.slice(0, -1)) stdout.write(piece);
      stdout.write(pieces.at(-1), () => resolve());
    });
  }

  #refuse(error: KernelError, id: string | number | null): void {
    const answer = { jsonrpc: "2.0", id, error: { code: error.kind.rpc, message: error.message, data: error.details } };
    void this.#write(`${JSON.stringify(answer)}\n`);
  }
}

/** Enough to hand it on: the protocol layer checks the rest against its schemas. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isJsonObject(value)) return false;
  const { jsonrpc, id, method, params } = value;
  const idFits = id === undefined || typeof id === "string" || Number.isSafeInteger(id);
  // The protocol layer would drop parameters by position without a word, and the client would wait for ever.
  const paramsFit = params === undefined || isJsonObject(params);
  if (jsonrpc !== "2.0" || !idFits || !paramsFit) return false;
  return typeof method === "string" || "result" in value || "error" in value;
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

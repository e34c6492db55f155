import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { CLEAN_ENVIRONMENT, DOOR, type Message } from "../kit/processes.ts";

/** The product with a crash built in: see there. */
const CRASH_MAIN = fileURLToPath(new URL("./crash-main.ts", import.meta.url));

/** Long enough for any machine: only what hangs comes to this, and is told apart from what fails. */
const ANSWER_MS = 20 * 60_000;

/** What a call came to: its answer, the code it failed with, or that the process died first. */
export interface CallEnd {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly value?: any;
  readonly failed?: string;
  readonly died?: true;
}

/** A write as its client remembers it. */
export interface Ack {
  readonly text: string;
  readonly eventId: string;
  readonly seq: number;
}

/**
 * One server over stdio whose client knows when it dies, and keeps in its own memory what was acknowledged to it.
 * (The peer of the kit waits for messages only.)
 */
export class ServerProcess {
  readonly child: ChildProcess;
  readonly startedMs = performance.now();
  /** Resolves with the signal that ended the process, after its last line was read. */
  readonly ended: Promise<NodeJS.Signals | null>;
  readonly acks: Ack[] = [];
  /** Texts that were sent and never acknowledged. */
  readonly unanswered = new Set<string>();
  stderr = "";
  exitCode: number | null = null;
  readonly #waiting = new Map<number, (end: CallEnd) => void>();
  #nextId = 1;

  constructor(child: ChildProcess) {
    this.child = child;
    if (child.stdout === null || child.stderr === null || child.stdin === null) throw new Error("no pipes");
    createInterface({ input: child.stdout }).on("line", (line) => this.#receive(JSON.parse(line) as Message));
    child.stderr.on("data", (chunk) => {
      this.stderr += chunk;
    });
    // A killed process leaves a broken pipe behind: `ended` tells.
    child.stdin.on("error", () => {});
    this.ended = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        this.exitCode = code;
        for (const settle of this.#waiting.values()) settle({ died: true });
        this.#waiting.clear();
        resolve(signal);
      });
    });
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error("the process did not start");
    return this.child.pid;
  }

  /** Sends a request; the id is needed to cancel it. */
  send(method: string, params: Record<string, unknown>): { id: number; end: Promise<CallEnd> } {
    const id = this.#nextId++;
    const end = new Promise<CallEnd>((resolve) => {
      const timer = setTimeout(() => resolve({ failed: `no answer in ${ANSWER_MS} ms; ${this.stderr}` }), ANSWER_MS);
      this.#waiting.set(id, (settled) => {
        clearTimeout(timer);
        resolve(settled);
      });
    });
    this.#write({ id, method, params });
    return { id, end: this.alive ? end : Promise.resolve({ died: true }) };
  }

  notify(method: string, params: Record<string, unknown> = {}): void {
    this.#write({ method, params });
  }

  initialize(): Promise<CallEnd> {
    const clientInfo = { name: "reliability", version: "1" };
    const { end } = this.send("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    this.notify("notifications/initialized");
    return end;
  }

  call(name: string, args: Record<string, unknown>): Promise<CallEnd> {
    return this.send("tools/call", { name, arguments: args }).end;
  }

  /** Writes one text with a tool that takes one, and remembers whether it was acknowledged. */
  async write(text: string, tool = "test_write"): Promise<CallEnd> {
    this.unanswered.add(text);
    const end = await this.call(tool, { text });
    if (end.value !== undefined) {
      this.unanswered.delete(text);
      this.acks.push({ text, eventId: end.value.event_id, seq: end.value.seq });
    }
    return end;
  }

  /** Waits for a line on stderr. */
  async says(line: string): Promise<void> {
    for (const deadlineMs = performance.now() + ANSWER_MS; !this.stderr.includes(line); ) {
      if (!this.alive || performance.now() > deadlineMs) throw new Error(`never said "${line}": ${this.stderr}`);
      await Promise.race([new Promise((resolve) => this.child.stderr?.once("data", resolve)), this.ended]);
    }
  }

  /** Closes stdin and waits for the process to end by itself. */
  async end(): Promise<number | null> {
    this.child.stdin?.end();
    await this.ended;
    return this.exitCode;
  }

  #write(message: Record<string, unknown>): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #receive({ id, result, error }: Message): void {
    if (typeof id !== "number") return;
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error !== undefined) settle?.({ failed: `rpc ${error.code}: ${error.message}` });
    else if (result.isError === true) settle?.({ failed: result.structuredContent?.error?.code ?? "unworded" });
    else settle?.({ value: result.structuredContent ?? result });
  }
}

/** Starts `bailiwick mcp SERVER` through its door; ended with the test at the latest. */
export function startProduct(
  server: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): ServerProcess {
  return start([DOOR, "mcp", server, ...args], environment);
}

/** Starts the program that can be told where to die. */
export function startCrashMain(server: string, args: readonly string[], plan: Record<string, string>): ServerProcess {
  return start([CRASH_MAIN, "mcp", server, ...args], plan);
}

function start(argv: readonly string[], environment: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, argv, {
    env: { ...CLEAN_ENVIRONMENT, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return new ServerProcess(child);
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folder.ts";

/** The door, as a client's configuration names it. */
export const DOOR = fileURLToPath(new URL("../../bin/bailiwick.js", import.meta.url));

/** Variables of the machine that must not reach the product under test. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "SystemRoot", "NODE_COMPILE_CACHE"];
export const CLEAN_ENVIRONMENT = Object.fromEntries(
  PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
) as Record<string, string>;

/** A message as it stands on the wire. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly error?: any;
}

/** How a command tells of its progress where it takes seconds: whether it does depends on the machine. */
const PROGRESS = /^[#.]{24} \d+\/\d+ .*\n/gm;

/** What a process is started with so that its clock goes slowly: see there. */
export const SLOW_CLOCK = { NODE_OPTIONS: `--import=${new URL("./slow-clock.ts", import.meta.url).href}` };

/** Runs one command line to its end. What it says of its progress is left out. */
export async function runCli(args: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
  const child = spawn(process.execPath, [DOOR, ...args], {
    cwd: options.cwd,
    env: { ...CLEAN_ENVIRONMENT, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number, stdout, stderr: stderr.replace(PROGRESS, "") };
}

/** One server over stdio, spoken to in raw lines. */
export class StdioPeer {
  readonly child: ChildProcess;
  /** Every line of stdout, as it came. */
  readonly lines: string[] = [];
  readonly messages: Message[] = [];
  stderr = "";
  /** Resolves when the process has ended and its last line was read. */
  readonly ended: Promise<void>;
  #hasEnded = false;
  #waiting: (() => void)[] = [];
  #nextId = 1;

  constructor(child: ChildProcess) {
    this.child = child;
    if (child.stdout === null || child.stderr === null) throw new Error("the child has no pipes");
    createInterface({ input: child.stdout }).on("line", (line) => {
      this.lines.push(line);
      this.messages.push(JSON.parse(line) as Message);
      this.#wake();
    });
    child.stderr.on("data", (chunk) => {
      this.stderr += chunk;
      this.#wake();
    });
    this.ended = once(child, "close").then(() => {
      this.#hasEnded = true;
      this.#wake();
    });
  }

  write(line: string | Buffer): void {
    this.child.stdin?.write(line);
  }

  send(message: Omit<Message, "jsonrpc">): void {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Waits for a message that fits; rejects when the process ends without one. */
  next(fits: (message: Message) => boolean): Promise<Message> {
    return this.#until(() => this.messages.find(fits), "no such message");
  }

  /** Waits for words on stderr and answers with the first group in them, if there is one. */
  async says(words: RegExp): Promise<string> {
    const found = await this.#until(() => words.exec(this.stderr) ?? undefined, `never said ${words}`);
    return found[1] ?? found[0];
  }

  async request(method: string, params?: Record<string, unknown>): Promise<Message> {
    const id = `t${this.#nextId++}`;
    this.send({ id, method, ...(params && { params }) });
    return this.next((message) => message.id === id && message.method === undefined);
  }

  async initialize(protocolVersion = "2025-11-25"): Promise<Message> {
    const answer = await this.request("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    });
    this.send({ method: "notifications/initialized" });
    return answer;
  }

  callTool(name: string, args: Record<string, unknown>): Promise<Message> {
    return this.request("tools/call", { name, arguments: args });
  }

  /** Closes stdin and waits for the process to end. */
  async end(): Promise<number | null> {
    this.child.stdin?.end();
    await this.ended;
    return this.child.exitCode;
  }

  /** Looks again whenever something has come, for as long as the process lives. */
  async #until<Found>(look: () => Found | undefined, otherwise: string): Promise<Found> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (this.#hasEnded) throw new Error(`${otherwise}; stderr: ${this.stderr}`);
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** How long a process may let its client wait once it is told to end and has said all it had to say. */
const END_WAIT_MS_MAX = 2000;

/** For a process that must end at once: what to start it with, and what became of it. */
export function noteWaits(): { env: Record<string, string>; endedAtOnce(): boolean } {
  const file = join(temporaryFolder(), "waits.json");
  const module = new URL("./note-waits.ts", import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import=${module}`, WAITS_FILE: file },
    endedAtOnce() {
      const { isEnding, waitedMs } = JSON.parse(readFileSync(file, "utf8"));
      return isEnding && waitedMs < END_WAIT_MS_MAX;
    },
  };
}

/** Starts `bailiwick mcp SERVER`; it is ended with the test. */
export function startStdio(server: string, args: readonly string[], env: Record<string, string> = {}): StdioPeer {
  const child = spawn(process.execPath, [DOOR, "mcp", server, ...args], {
    env: { ...CLEAN_ENVIRONMENT, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return new StdioPeer(child);
}

/** Starts `bailiwick serve` on a free port; it is ended with the test. */
export async function startServe(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ url: string; child: ChildProcess; output(): string }> {
  const child = spawn(process.execPath, [DOOR, "serve", "--port", "0", ...args], {
    env: { ...CLEAN_ENVIRONMENT, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const found = /serving on (http:\/\/\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("close", () => reject(new Error(`serve ended: ${output}`)));
  });
  return { url, child, output: () => output };
}

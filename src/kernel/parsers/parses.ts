import { cancelled } from "../cancel.ts";
import { sha256 } from "../canonical-json.ts";
import { KernelError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import type { Parse, ParseFailure, ParseLimits, ParseOutcome, ParserName } from "../parse.ts";
import { type ChildOutcome, type ParserChild, startParserChild } from "./parser-child.ts";

const MIB = 1024 * 1024;
/** What a file may cost unless said otherwise: a book of a thousand pages and a large building stay well below each. */
const PARSE_LIMITS: Readonly<Record<ParserName, ParseLimits>> = {
  cards: { cpuMs: 5000, memoryMib: 384, outputBytes: 32 * MIB },
  csv: { cpuMs: 10_000, memoryMib: 384, outputBytes: 16 * MIB },
  docx: { cpuMs: 5000, memoryMib: 384, outputBytes: 16 * MIB },
  html: { cpuMs: 5000, memoryMib: 384, outputBytes: 16 * MIB },
  image: { cpuMs: 5000, memoryMib: 384, outputBytes: 1 * MIB },
  mail: { cpuMs: 5000, memoryMib: 384, outputBytes: 32 * MIB },
  pdf: { cpuMs: 15_000, memoryMib: 384, outputBytes: 16 * MIB },
  tsv: { cpuMs: 10_000, memoryMib: 384, outputBytes: 16 * MIB },
  ifc: { cpuMs: 60_000, memoryMib: 1536, outputBytes: 64 * MIB },
  ifc_lines: { cpuMs: 60_000, memoryMib: 1536, outputBytes: 64 * MIB },
};

/** A file that costs all it may holds up one of them; other files go on. */
const CHILDREN_MAX = 2;
/** Files that were given up and are remembered. */
const GIVEN_UP_MAX = 1000;
/** A process that somebody else ended says nothing about the file: it is tried again, but not for ever. */
const TRIES = 2;

interface Job {
  readonly parser: ParserName;
  readonly bytes: Uint8Array;
  child: ParserChild | undefined;
  readonly isWanted: () => boolean;
  resolve(outcome: ParseOutcome<ParserName>): void;
  reject(error: Error): void;
}

/** The processes that parse files of unknown origin, and the files that wait for one. */
export interface Parses {
  readonly parse: Parse;
  /** Ends every process; whoever waits is refused. */
  close(): Promise<void>;
}

export function createParses(log: Logger, given: Partial<ParseLimits> = {}): Parses {
  const limitsOf = (parser: ParserName) => ({ ...PARSE_LIMITS[parser], ...given });
  const givenUp = new Map<string, ParseFailure>();
  const waiting: Job[] = [];
  const working = new Set<Job>();
  const children = new Set<ParserChild>();
  const idle: { readonly memoryMib: number; readonly child: ParserChild }[] = [];
  let closed = false;

  /** One that may hold as much: that was settled when it was started. Which files it parsed before does not matter. */
  async function take(parser: ParserName): Promise<ParserChild> {
    const { memoryMib } = limitsOf(parser);
    const same = idle.findLastIndex((one) => one.memoryMib === memoryMib);
    const [known] = same === -1 ? [] : idle.splice(same, 1);
    if (known !== undefined) return known.child;
    const [other] = children.size < CHILDREN_MAX ? [] : idle.splice(0, 1);
    await other?.child.kill();
    return start(memoryMib);
  }

  async function start(memoryMib: number): Promise<ParserChild> {
    const child = await startParserChild(memoryMib);
    children.add(child);
    log.debug({ pid: child.pid }, "a parser process was started");
    child.onEnd(() => {
      children.delete(child);
      const at = idle.findIndex((one) => one.child === child);
      if (at !== -1) idle.splice(at, 1);
      log.debug({ pid: child.pid }, "a parser process has ended");
    });
    return child;
  }

  function next(): void {
    while (working.size < CHILDREN_MAX) {
      const job = waiting.shift();
      if (job === undefined) return;
      working.add(job);
      void work(job).then(() => {
        working.delete(job);
        next();
      });
    }
  }

  async function work(job: Job): Promise<void> {
    try {
      const known = givenUp.size === 0 ? undefined : givenUp.get(keyOf(job));
      job.resolve(known === undefined ? settled(job, await tryAll(job)) : { failure: known });
    } catch (error) {
      job.reject(error as Error);
    }
  }

  async function tryAll(job: Job): Promise<ChildOutcome> {
    for (let tries = 1; ; tries += 1) {
      const child = await take(job.parser);
      job.child = child;
      // Whoever cancelled while the process was started has been answered already.
      if (closed || !job.isWanted()) {
        await child.kill();
        return { ended: "stopped" };
      }
      const outcome = await child.parse(job.parser, job.bytes, limitsOf(job.parser));
      if ("json" in outcome || ("failure" in outcome && outcome.failure === "broken")) {
        idle.push({ memoryMib: limitsOf(job.parser).memoryMib, child });
      }
      // Whether it is gone is certain before the next one takes its place, and its memory.
      else await child.kill();
      if (!("ended" in outcome) || closed || !job.isWanted() || tries === TRIES) return outcome;
    }
  }

  function settled(job: Job, outcome: ChildOutcome): ParseOutcome<ParserName> {
    if ("json" in outcome) return { value: JSON.parse(outcome.json) };
    if ("ended" in outcome && outcome.ended === "not_started") {
      throw new KernelError("parser_unavailable", "No process could be started to read this file in");
    }
    const failure = "failure" in outcome ? outcome.failure : "crash";
    if (failure !== "broken" && !closed && job.isWanted()) {
      giveUp(keyOf(job), failure);
      log.warn({ parser: job.parser, failure, bytes: job.bytes.length }, "a file was given up by its parser");
    }
    return { failure };
  }

  function giveUp(key: string, failure: ParseFailure): void {
    const [oldest] = givenUp.keys();
    if (givenUp.size >= GIVEN_UP_MAX && oldest !== undefined) givenUp.delete(oldest);
    givenUp.set(key, failure);
  }

  function add(parser: ParserName, bytes: Uint8Array, signal?: AbortSignal): Promise<ParseOutcome<ParserName>> {
    if (closed) return Promise.reject(stopping());
    if (signal?.aborted) return Promise.reject(cancelled());
    return new Promise((resolve, reject) => {
      let isWanted = true;
      const end = <Value>(settle: (value: Value) => void) => {
        return (value: Value) => {
          isWanted = false;
          signal?.removeEventListener("abort", onAbort);
          settle(value);
        };
      };
      const job: Job = {
        parser,
        bytes,
        child: undefined,
        isWanted: () => isWanted,
        resolve: end(resolve),
        reject: end(reject),
      };
      function onAbort(): void {
        const at = waiting.indexOf(job);
        if (at !== -1) waiting.splice(at, 1);
        job.reject(cancelled());
        if (working.has(job)) void job.child?.kill();
      }
      signal?.addEventListener("abort", onAbort, { once: true });
      waiting.push(job);
      next();
    });
  }

  return {
    parse: ({ parser, bytes, signal }) => add(parser, bytes, signal) as Promise<ParseOutcome<typeof parser>>,
    async close() {
      closed = true;
      for (const job of [...waiting.splice(0), ...working]) job.reject(stopping());
      await Promise.all([...children].map((child) => child.kill()));
    },
  };
}

/** Reckoned only where something was given up: it takes its time for a large file. */
function keyOf({ parser, bytes }: Job): string {
  return `${parser} ${sha256(bytes)}`;
}

function stopping(): KernelError {
  return new KernelError("shutting_down", "The server is stopping");
}

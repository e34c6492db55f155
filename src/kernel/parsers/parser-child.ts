import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { ParseFailure, ParseLimits, ParserName } from "../parse.ts";
import { type AnswerHeader, createFrameReader, headerLine, VERDICT_FD } from "./frames.ts";

const ENTRY = fileURLToPath(
  import.meta.url.endsWith(".ts")
    ? new URL("./parser-process.ts", import.meta.url)
    : new URL("./parser-process.js", import.meta.url),
);

/** Half of what a file may cost: V8 then collects what is no longer used instead of taking more. */
const HEAP_SHARE = 0.5;
/** How V8 ends a process whose heap is full. */
const HEAP_FULL = new Set(["SIGABRT", "SIGTRAP"]);

/** What became of one file; `ended` where its process was ended by somebody else, or could not even be started. */
export type ChildOutcome =
  | { readonly json: string }
  | { readonly failure: ParseFailure }
  | { readonly ended: "stopped" | "not_started" };

export interface ParserChild {
  readonly pid: number | undefined;
  /** Parses one file at a time. */
  parse(parser: ParserName, bytes: Uint8Array, limits: ParseLimits): Promise<ChildOutcome>;
  /** Ends it at once, in whatever step it is; resolves when it is gone. */
  kill(): Promise<void>;
  /** Called once, when it is gone, however that came. */
  onEnd(listener: () => void): void;
}

/** Starts a process that parses. While it has nothing to do it keeps nobody alive. */
export async function startParserChild(memoryMib: number): Promise<ParserChild> {
  // Loaded with the first file: no start needs it.
  const { spawn } = await import("node:child_process");
  const heap = `--max-old-space-size=${Math.round(memoryMib * HEAP_SHARE)}`;
  // Nothing of our environment: what a file brings to run would find no secret there.
  // Told who started it: it may be looking for its parent only after that one has gone.
  const child = spawn(process.execPath, [heap, ENTRY, String(process.pid)], {
    cwd: dirname(ENTRY),
    env: {},
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    windowsHide: true,
  });
  return superviseChild(child);
}

function superviseChild(child: ChildProcess): ParserChild {
  const pipes = child.stdio.filter((pipe) => pipe !== null) as Socket[];
  const [stdin, stdout, verdicts] = [child.stdin as Socket, child.stdout as Socket, child.stdio[VERDICT_FD] as Socket];
  let settle: ((outcome: ChildOutcome) => void) | undefined;
  let outputBytesMax = 0;
  let verdict = "";
  let gone: ChildOutcome | undefined;

  function finish(outcome: ChildOutcome): void {
    const waiting = settle;
    settle = undefined;
    hold(false);
    waiting?.(outcome);
  }

  /** One at work keeps the process alive, an idle one does not. */
  function hold(isHeld: boolean): void {
    for (const handle of [child, ...pipes]) isHeld ? handle.ref() : handle.unref();
  }

  function give(failure: ParseFailure): void {
    child.kill("SIGKILL");
    finish({ failure });
  }

  const read = createFrameReader<AnswerHeader>(
    (header) => {
      if ("size" in header && header.size > outputBytesMax) throw new RangeError("a longer answer than may be");
    },
    ({ header, body }) => finish("broken" in header ? { failure: "broken" } : { json: body.toString("utf8") }),
  );
  stdout.on("data", (piece: Buffer) => {
    try {
      read(piece);
    } catch (error) {
      give(error instanceof RangeError ? "output" : "crash");
    }
  });
  verdicts.on("data", (word: Buffer) => {
    verdict += word.toString("utf8");
  });
  // The end of the process says it all; what cannot be written to it any more is told there.
  for (const pipe of pipes) pipe.on("error", () => {});

  const ended = new Promise<void>((resolve) => {
    function end(outcome: ChildOutcome): void {
      gone ??= outcome;
      finish(gone);
      resolve();
    }
    child.on("close", (_code, signal) => {
      if (verdict === "time" || verdict === "memory") end({ failure: verdict });
      else if (HEAP_FULL.has(signal ?? "")) end({ failure: "memory" });
      else end({ ended: "stopped" });
    });
    child.on("error", () => {
      if (child.pid === undefined) end({ ended: "not_started" });
    });
  });
  hold(false);

  return {
    pid: child.pid,
    parse(parser, bytes, { cpuMs, memoryMib, outputBytes }) {
      if (gone !== undefined) return Promise.resolve(gone);
      return new Promise((resolve) => {
        settle = resolve;
        outputBytesMax = outputBytes;
        hold(true);
        stdin.write(headerLine({ parser, size: bytes.length, cpuMs, memoryMib }));
        stdin.write(bytes);
      });
    },
    async kill() {
      // Whoever waits for its end must live to see it.
      if (gone === undefined) hold(true);
      child.kill("SIGKILL");
      await ended;
    },
    onEnd: (listener) => void ended.then(listener),
  };
}

import type { Readable } from "node:stream";
import { UsageError } from "../usage-error.ts";
import type { Terminal } from "./terminal.ts";

const CHARS_MAX = 4096;
const END = /[\r\n]/;
const CTRL_C = "\u0003";
const BACKSPACE = new Set(["\u007f", "\b"]);

/** A word that must not stand in the command line, where everyone on the machine and the shell's history see it. */
export async function readSecret(terminal: Terminal, question: string): Promise<string> {
  const stdin = terminal.stdin as Readable & { isTTY?: boolean; setRawMode?(on: boolean): void };
  if (stdin.isTTY === true) terminal.warn(question);
  // So that it is not shown while it is typed.
  stdin.setRawMode?.(true);
  let typed = "";
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const sign of String(chunk)) {
        if (END.test(sign)) return typed;
        if (stdin.isTTY === true && sign === CTRL_C) throw new UsageError("stopped");
        if (stdin.isTTY === true && BACKSPACE.has(sign)) typed = typed.slice(0, -1);
        else typed += sign;
      }
      if (typed.length > CHARS_MAX) throw new UsageError("what was typed is too long");
    }
    return typed;
  } finally {
    stdin.setRawMode?.(false);
  }
}

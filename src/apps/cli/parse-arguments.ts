import { parseArgs } from "node:util";
import { suggestion } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { UsageError } from "../usage-error.ts";
import type { Command } from "./command.ts";
import { COMMANDS, COMMON_FLAGS } from "./commands.ts";

/** A command line, checked. */
export interface ParsedArguments {
  readonly command: string;
  readonly words: readonly string[];
  readonly flags: Flags;
}

/** Reads the command line, or says what is wrong with it and what was probably meant. */
export function parseArguments(argv: readonly string[]): ParsedArguments {
  const [first, ...rest] = commandFirst(argv);
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    const [about] = rest;
    if (about !== undefined && !Object.hasOwn(COMMANDS, about)) throw unknownCommand(about);
    return { command: "help", words: rest, flags: {} };
  }
  if (first === "--version" || first === "version") return { command: "version", words: [], flags: {} };
  const command = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (command === undefined) {
    throw unknownCommand(first);
  }
  const { words, flags } = parseFlags(first, command, rest);
  if (flags.help === true) return { command: "help", words: [first], flags: {} };
  const [least, most] = command.words;
  if (words.length < least || words.length > most) throw new UsageError(`usage: bailiwick ${command.usage}`);
  return { command: first, words, flags };
}

/** Flags of every command may stand before it, as many are used to. */
function commandFirst(argv: readonly string[]): readonly string[] {
  let at = 0;
  for (let word = argv[at]; word?.startsWith("--") && word !== "--help" && word !== "--version"; word = argv[at]) {
    const name = word.slice(2).split("=", 1)[0] ?? "";
    const flag = Object.hasOwn(COMMON_FLAGS, name) ? COMMON_FLAGS[name] : undefined;
    if (flag === undefined) throw new UsageError(`${word} stands before the command: bailiwick COMMAND ${word}`);
    at += flag.type === "string" && !word.includes("=") ? 2 : 1;
  }
  const command = argv[at];
  return command === undefined ? argv : [command, ...argv.slice(0, at), ...argv.slice(at + 1)];
}

function unknownCommand(name: string): UsageError {
  const meant = suggestion(name, Object.keys(COMMANDS)) || "; `bailiwick help` lists all";
  return new UsageError(`unknown command ${name}${meant}`);
}

function parseFlags(name: string, command: Command, argv: readonly string[]) {
  const known = { ...COMMON_FLAGS, ...command.flags };
  const options = Object.fromEntries(
    Object.entries(known).map(([flag, { type, short }]) => [flag, { type, ...(short !== undefined && { short }) }]),
  );
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const words: string[] = [];
  const flags: Record<string, string | boolean | string[]> = {};
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (flag === undefined) {
      throw new UsageError(
        `${name} has no flag ${token.rawName}${suggestion(
          token.rawName,
          Object.keys(known).map((word) => `--${word}`),
        )}`,
      );
    }
    const before = flags[token.name];
    if (before !== undefined && flag.repeatable !== true) throw new UsageError(`--${token.name} is given twice`);
    if (flag.type === "boolean") {
      if (token.value !== undefined) throw new UsageError(`--${token.name} takes no value`);
      flags[token.name] = true;
    } else {
      if (token.value === undefined || token.value === "")
        throw new UsageError(`--${token.name} needs a value: --${token.name} ${flag.value ?? ""}`);
      flags[token.name] = flag.repeatable ? [...(Array.isArray(before) ? before : []), token.value] : token.value;
    }
  }
  return { words, flags };
}

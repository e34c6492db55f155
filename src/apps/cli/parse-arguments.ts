import { parseArgs } from "node:util";
import { suggestion } from "../nearest.ts";
import { UsageError } from "../usage-error.ts";
import { COMMANDS, COMMON_FLAGS, type Command } from "./commands.ts";

/** A command line, checked. */
export interface ParsedArguments {
  readonly command: string;
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean>>;
}

/** Reads the command line, or says what is wrong with it and what was probably meant. */
export function parseArguments(argv: readonly string[]): ParsedArguments {
  const [first, ...rest] = argv;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    return { command: "help", words: rest, flags: {} };
  }
  if (first === "--version" || first === "version") return { command: "version", words: [], flags: {} };
  const command = COMMANDS[first];
  if (command === undefined) {
    throw new UsageError(`unknown command ${first}${suggestion(first, Object.keys(COMMANDS))}`);
  }
  const { words, flags } = parseFlags(first, command, rest);
  if (flags.help === true) return { command: "help", words: [first], flags: {} };
  const [least, most] = command.words;
  if (words.length < least || words.length > most) throw new UsageError(`usage: bailiwick ${command.usage}`);
  return { command: first, words, flags };
}

function parseFlags(name: string, command: Command, argv: readonly string[]) {
  const known = { ...COMMON_FLAGS, ...command.flags };
  const options = Object.fromEntries(Object.entries(known).map(([flag, { type }]) => [flag, { type }]));
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const words: string[] = [];
  const flags: Record<string, string | boolean> = {};
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const flag = known[token.name];
    if (flag === undefined) {
      throw new UsageError(
        `${name} has no flag ${token.rawName}${suggestion(
          token.rawName,
          Object.keys(known).map((word) => `--${word}`),
        )}`,
      );
    }
    if (token.name in flags) throw new UsageError(`--${token.name} is given twice`);
    if (flag.type === "boolean") {
      if (token.value !== undefined) throw new UsageError(`--${token.name} takes no value`);
      flags[token.name] = true;
    } else {
      if (token.value === undefined || token.value === "")
        throw new UsageError(`--${token.name} needs a value: --${token.name} ${flag.value ?? ""}`);
      flags[token.name] = token.value;
    }
  }
  return { words, flags };
}

import type { Flag } from "./command.ts";
import { COMMANDS, COMMON_FLAGS } from "./commands.ts";

const COLUMN = 20;

/** What a person tries first. */
const FIRST = ["remember", "recall", "connect", "import", "serve"];

/** The help of one command, or of all. */
export function helpText(name: string | undefined): string {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (command === undefined) return overview();
  return [
    `bailiwick ${command.usage}: ${command.summary}`,
    "",
    ...flagLines({ ...command.flags, ...COMMON_FLAGS }),
    "",
    "Examples:",
    ...command.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

function overview(): string {
  return [
    "Bailiwick: a governed home for what AI agents know and do. The memory that can prove it.",
    "",
    "Usage: bailiwick COMMAND [flags]",
    "",
    ...Object.values(COMMANDS).flatMap(({ usage, summary }) => commandLines(usage, summary)),
    ...commandLines("help [COMMAND]", "show this, or flags and examples of one command"),
    "",
    "Flags of every command:",
    ...flagLines(COMMON_FLAGS),
    "",
    "A flag beats an environment variable, which beats the configuration file.",
    "Exit codes: 0 done; 1 a check failed or the work could not be done; 2 the command line or configuration is wrong.",
    "",
    "To begin with:",
    ...FIRST.flatMap((name) => COMMANDS[name]?.examples.slice(0, 1) ?? []).map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** What is too long for its column has the line to itself. */
function commandLines(usage: string, summary: string): string[] {
  if (usage.length <= COLUMN) return [`  ${usage.padEnd(COLUMN)} ${summary}`];
  return [`  ${usage}`, `  ${" ".repeat(COLUMN)} ${summary}`];
}

function flagLines(flags: Readonly<Record<string, Flag>>): string[] {
  const lines = Object.entries(flags).map(([flag, { value, short, help }]) => {
    const long = value === undefined ? `--${flag}` : `--${flag} ${value}`;
    return [short === undefined ? long : `-${short}, ${long}`, help] as const;
  });
  const width = Math.max(20, ...lines.map(([shown]) => shown.length));
  return lines.map(([shown, help]) => `  ${shown.padEnd(width)} ${help}`);
}

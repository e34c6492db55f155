import { expect } from "vitest";
import { runCli } from "./processes.ts";

/** One command of a transcript and what it is to answer. */
interface Step {
  readonly command: string;
  readonly lines: string[];
}

/**
 * Plays a transcript: each line after `$ bailiwick` is a command line, the lines below it are what it prints, those on
 * stderr behind `! `, and `(exit N)` where it does not end well. `…` stands for anything in a line, and alone for any lines.
 */
export async function play(cwd: string, script: string, env: Record<string, string> = {}): Promise<void> {
  for (const { command, lines } of stepsOf(script)) {
    const { code, stdout, stderr } = await runCli(wordsOf(command), { cwd, env });
    const shown = [
      ...linesIn(stdout),
      ...linesIn(stderr)
        .filter((line) => !/^[#.]{24} /.test(line))
        .map((line) => `! ${line}`),
      ...(code === 0 ? [] : [`(exit ${code})`]),
    ];
    const told = [`$ bailiwick ${command}`, ...shown.map((line) => line.replaceAll(cwd, ".")), ""].join("\n");
    expect(told).toMatch(patternOf([`$ bailiwick ${command}`, ...lines]));
  }
}

function stepsOf(script: string): Step[] {
  const steps: Step[] = [];
  for (const line of script.split("\n").map((text) => text.trim())) {
    const command = /^\$ bailiwick ?(.*)$/.exec(line)?.[1];
    if (command !== undefined) steps.push({ command, lines: [] });
    else if (line !== "") steps.at(-1)?.lines.push(line);
  }
  return steps;
}

/** Words as a shell would have them, quotes taken off. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );
}

function linesIn(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

function patternOf(lines: readonly string[]): RegExp {
  const literal = (line: string) => line.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const parts = lines.map((line) => (line === "…" ? "(?:.*\\n)*?" : `${literal(line).replaceAll("…", ".*")}\\n`));
  return new RegExp(`^${parts.join("")}$`);
}

import type { KernelError } from "../../kernel/serve.ts";
import { RefusedCall } from "./refused-call.ts";

/** Details that tell where a file should be. */
const PLACES = ["path", "file", "folder"];

/** What failed, what it was about and what to do next: one line for whoever typed the command, who calls no tools. */
export function failureLine(error: KernelError, folder: string | undefined): string {
  const { problems, ...facts } = error.details;
  const said = [`${error.message.replace(/\.$/, "")}${wordsOf(facts)}.`];
  if (Array.isArray(problems)) said.push(...problems.map(problemWords));
  const hint = hintOf(error, folder);
  return [...said, ...(hint === "" ? [] : [hint])].join(" ");
}

function wordsOf(facts: KernelError["details"]): string {
  const told = Object.entries(facts).flatMap(([name, value]) => {
    if (value === "" || value === null || (Array.isArray(value) && value.length === 0)) return [];
    const text = Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : value;
    return [`${name}: ${text}`];
  });
  return told.length === 0 ? "" : ` (${told.join("; ")})`;
}

function problemWords(problem: unknown): string {
  const { path = "", message = "" } = Object(problem);
  return path === "" ? `${message}.` : `${path}: ${message}.`;
}

function hintOf(error: KernelError, folder: string | undefined): string {
  const { code, details, kind } = error;
  if (code === "invalid_arguments" || error instanceof RefusedCall) return "";
  if (code === "not_found" && PLACES.some((place) => place in details)) return "Check the path.";
  if (code === "storage_missing" && folder !== undefined) {
    return `Looked in ${folder}: choose another with --data; the first write makes one, such as \`bailiwick remember\`.`;
  }
  return kind.hint;
}

import type { SourceText } from "../places.ts";

const TIMED = /^(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{3} --> (?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{3}/;
const BEGINS = /^\ufeff?(?:WEBVTT(?:[ \t\r\n]|$)|\d{1,6}\r?\n\d{1,3}:\d{2}:\d{2},\d{3} -->)/;
const VOICE = /^<v(?:\.[^ \t>]+)*[ \t]+([^>]{1,200})>/;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", nbsp: " ", lrm: "", rlm: "" };

/** Whether a text is made of captions, whatever it is called. */
export function isCaptions(text: string): boolean {
  return BEGINS.test(text);
}

/** What is spoken in captions, one caption a line, with who speaks where they say so; times and marks are left out. */
export function spokenIn(text: string): SourceText {
  const lines: string[] = [];
  for (const block of text
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)) {
    const all = block.split("\n");
    const timed = all.findIndex((line) => TIMED.test(line));
    if (timed === -1) continue;
    const words = all
      .slice(timed + 1)
      .map(withoutMarks)
      .filter((line) => line !== "")
      .join(" ");
    if (words !== "") lines.push(words);
  }
  return { part: "captions", text: lines.join("\n") };
}

function withoutMarks(line: string): string {
  return line
    .replace(VOICE, "$1: ")
    .replace(/<[^<>]{0,200}>|\{\\[^{}]{0,100}\}/g, "")
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

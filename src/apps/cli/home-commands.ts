import type { Command, Flag } from "./command.ts";

const JSON_FLAG: Flag = { type: "boolean", help: "the whole answer as JSON, for scripts" };
const SINCE: Flag = { type: "string", value: "TIME", help: "since a time, or the token of an earlier answer" };

/** What people ask of their memory from a terminal. */
export const HOME_COMMANDS: Readonly<Record<string, Command>> = {
  remember: {
    usage: "remember TEXT",
    summary: "keep something, word for word",
    flags: {
      json: JSON_FLAG,
      title: { type: "string", value: "TITLE", help: "what it is called" },
      when: { type: "string", value: "TIME", help: "when it was said or was so" },
      "keep-secrets": { type: "boolean", help: "keep keys, tokens and card numbers too" },
    },
    words: [1, 1],
    examples: ['bailiwick remember "Mira is allergic to walnuts."'],
  },
  recall: {
    usage: "recall QUESTION",
    summary: "what is known, each answer with its proof",
    flags: {
      json: JSON_FLAG,
      "as-of": { type: "string", value: "TIME", help: "what was true then" },
      k: { type: "string", value: "10", help: "at most this many" },
    },
    words: [1, 1],
    examples: ['bailiwick recall "What is Mira allergic to?"'],
  },
  open: {
    usage: "open ID",
    summary: "follow a proof: the words in their place, checked now",
    flags: { json: JSON_FLAG },
    words: [1, 1],
    examples: ["bailiwick open w.0190a0b0-0000-7000-8000-000000000001.0.29"],
  },
  brief: {
    usage: "brief",
    summary: "what an agent should know when it starts",
    flags: {
      json: JSON_FLAG,
      topic: { type: "string", value: "WORDS", help: "also what is known about this" },
      since: SINCE,
    },
    words: [0, 0],
    examples: ["bailiwick brief"],
  },
  changes: {
    usage: "changes",
    summary: "what was remembered, corrected or forgotten, and by whom (default: since a day ago)",
    flags: { json: JSON_FLAG, since: SINCE },
    words: [0, 0],
    examples: ["bailiwick changes --since 2026-01-01"],
  },
};

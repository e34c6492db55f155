import type { Command } from "./command.ts";

/** Commands for people who look after a data folder. */
export const KEEPING_COMMANDS: Readonly<Record<string, Command>> = {
  status: {
    usage: "status",
    summary: "what is there: worlds and counts, the log, vectors that wait, the last checkpoint",
    flags: {
      wait: {
        type: "boolean",
        help: "until everything can be found by meaning; makes the vectors if nobody else does",
      },
      json: { type: "boolean", help: "as JSON" },
    },
    words: [0, 0],
    examples: ["bailiwick status", "bailiwick status --wait", "bailiwick status --json"],
  },
  search: {
    usage: "search WORDS",
    summary: "find something in every world, by words and by meaning",
    flags: {
      world: { type: "string", value: "NAME", help: "only this world" },
      limit: { type: "string", value: "5", help: "at most so many of each world" },
      json: { type: "boolean", help: "as JSON" },
    },
    words: [1, 100],
    examples: ["bailiwick search acme invoice", "bailiwick search 'what did we decide' --world notebook"],
  },
  show: {
    usage: "show ID",
    summary: "one thing whole, with where it is from: an entity, passage, instruction, element, memory or log entry",
    flags: { json: { type: "boolean", help: "as JSON" } },
    words: [1, 1],
    examples: ["bailiwick show ent_c945701cc3d31e2573ef62c3"],
  },
  backup: {
    usage: "backup FILE",
    summary: "everything as it is at one moment in one verified tar file; calls go on meanwhile",
    flags: {},
    words: [1, 1],
    examples: ["bailiwick backup ~/safe/monday.tar"],
  },
  restore: {
    usage: "restore FILE",
    summary: "make a data folder of a backup, where there is none yet, and verify it",
    flags: {},
    words: [1, 1],
    examples: ["bailiwick restore ~/safe/monday.tar --data ./restored"],
  },
  cluster: {
    usage: "cluster init",
    summary: "a database on a Citus cluster: init puts every table on its workers",
    flags: {},
    words: [1, 1],
    examples: ["bailiwick cluster init --database postgres://bailiwick@coordinator/bailiwick"],
  },
  migrate: {
    usage: "migrate",
    summary: "bring everything from SQLite to PostgreSQL or back, and verify it; may be stopped and run again",
    flags: {
      from: { type: "string", value: "sqlite|postgres", help: "where it is now" },
      to: { type: "string", value: "sqlite|postgres", help: "where it is to be; the data folder serves both" },
    },
    words: [0, 0],
    examples: [
      "bailiwick migrate --from sqlite --to postgres --database postgres://bailiwick@db.example/bailiwick",
      "bailiwick migrate --from postgres --to sqlite --database postgres://bailiwick@db.example/bailiwick",
    ],
  },
  collections: {
    usage: "collections [ACTION] [ID]",
    summary: "collections of notebooks: list, remove",
    flags: {},
    words: [0, 2],
    examples: ["bailiwick collections list", "bailiwick collections remove journal"],
  },
  completion: {
    usage: "completion bash|zsh|fish",
    summary: "print what makes bash, zsh or fish complete this command line",
    flags: {},
    words: [1, 1],
    examples: ["bailiwick completion bash > ~/.local/share/bash-completion/completions/bailiwick"],
  },
};

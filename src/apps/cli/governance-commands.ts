import type { Command, Flag } from "./command.ts";

const JSON_FLAG: Flag = { type: "boolean", help: "as JSON" };
const NAMES = "a,b";

/** What the operator and people do about agents. */
export const GOVERNANCE_COMMANDS: Readonly<Record<string, Command>> = {
  approvals: {
    usage: "approvals [list | show ID | approve ID | reject ID]",
    summary: "what waits for a person's decision, and the decision",
    flags: {
      all: { type: "boolean", help: "also those that are decided, used or expired" },
      user: { type: "string", value: "NAME", help: "only of this user's agents" },
      reason: { type: "string", value: "TEXT", help: "why; the agent is told, and the log keeps it" },
      as: { type: "string", value: "NAME", help: "who decides (default: operator)" },
      json: JSON_FLAG,
    },
    words: [0, 2],
    examples: [
      "bailiwick approvals",
      "bailiwick approvals approve 0190a0b0-0000-7000-8000-000000000001 --as ada",
      'bailiwick approvals reject 0190a0b0-0000-7000-8000-000000000001 --reason "not on a Friday"',
    ],
  },
  permissions: {
    usage: "permissions [list | show AGENT | set AGENT | remove AGENT | history AGENT]",
    summary: "what agents and people may do; AGENT * is all that are not named",
    flags: {
      user: { type: "string", value: "NAME", help: "this agent only when it acts for this user" },
      person: { type: "string", value: "NAME", help: "a person instead of an agent" },
      allow: { type: "string", value: "READ,CREATE", help: "these and no others; also MODIFY, DELETE, APPROVE" },
      servers: { type: "string", value: NAMES, help: "the allowed ones only on these servers" },
      "entity-types": { type: "string", value: NAMES, help: "… only to these types of entities" },
      collections: { type: "string", value: NAMES, help: "… only to these collections" },
      categories: { type: "string", value: NAMES, help: "… only to these categories of building elements" },
      levels: { type: "string", value: NAMES, help: "… only on these levels of a building" },
      branches: { type: "string", value: NAMES, help: "… only on these branches; * is any letters" },
      "requires-approval": {
        type: "string",
        value: NAMES,
        help: "kinds of entries and tools that a person must approve",
      },
      approvals: { type: "string", value: "on", help: "whether destructive and bulk calls need one: on or off" },
      "approve-in-client": {
        type: "string",
        value: "on",
        help: "whether a person may answer in the client: on or off",
      },
      "approval-minutes": { type: "string", value: "60", help: "how long an approval may be given and used" },
      "bulk-over": { type: "string", value: "50", help: "a call that touches more is a bulk call" },
      "max-elements": { type: "string", value: "100", help: "the most that one call may touch; 0 is off" },
      "max-operations": { type: "string", value: "1000", help: "the most changes in an hour's session; 0 is off" },
      "calls-per-minute": { type: "string", value: "60", help: "over all processes; 0 is off" },
      rehearse: { type: "string", value: "on", help: "what holds when dry_run is left out: on or off" },
      record: { type: "string", value: "JSON", help: "the whole record, or a file with it, instead of flags" },
    },
    words: [0, 2],
    examples: [
      "bailiwick permissions set claude-code --allow READ,CREATE --servers truth --entity-types task,note",
      'bailiwick permissions set "*" --requires-approval truth/delete_entity,entities.merged',
      "bailiwick permissions set --person bob --allow READ",
      "bailiwick permissions history claude-code",
    ],
  },
  audit: {
    usage: "audit",
    summary: "who did what, when, why and under which approval; refusals too",
    flags: {
      user: { type: "string", value: "NAME", help: "only what concerns this user" },
      agent: { type: "string", value: "NAME", help: "only what this agent did or tried" },
      tool: { type: "string", value: "NAME", help: "only this tool, as delete_entity or truth/delete_entity" },
      since: { type: "string", value: "TIME", help: "only from then on, such as 2026-03-01" },
      approval: { type: "string", value: "ID", help: "only what was asked, decided and done under it" },
      json: { type: "boolean", help: "with signed heads and hashes: verify-proof checks it" },
      csv: { type: "boolean", help: "as CSV" },
      out: { type: "string", value: "FILE", help: "write it there instead of printing it" },
    },
    words: [0, 0],
    examples: ["bailiwick audit --agent claude-code --since 2026-03-01", "bailiwick audit --json --out audit.json"],
  },
};

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type Json,
  type JsonObject,
  type Kernel,
  KernelError,
  PERMISSIONS,
  type Permissions,
  type Subject,
  suggestion,
} from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { plain } from "../plain-text.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

const ACTIONS = ["list", "show", "set", "remove", "history"];
const OPERATOR = { user: "operator", source: "command line" } as const;

/** What limits a permission, by the flag that says so. */
const SCOPES: Readonly<Record<string, string>> = {
  servers: "servers",
  categories: "categories",
  levels: "levels",
  branches: "branch_patterns",
  "entity-types": "entity_types",
  collections: "collections",
};

const COUNTS: Readonly<Record<string, string>> = {
  "max-elements": "max_elements_per_operation",
  "max-operations": "max_operations_per_session",
  "calls-per-minute": "calls_per_minute",
  "bulk-over": "bulk_over",
  "approval-minutes": "approval_minutes",
};

/** Shows and changes what agents and people may do. Only whoever has the data folder gets here. */
export async function permissions(
  [action = "list", agent]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  if (!ACTIONS.includes(action)) {
    throw new UsageError(`permissions has no action ${action}${suggestion(action, ACTIONS)}`);
  }
  if (settings.readOnly && (action === "set" || action === "remove")) {
    throw new UsageError(`permissions ${action} writes; leave out --read-only`);
  }
  if (action === "list") {
    const looking = { ...settings, mustExist: true };
    return withKernel(looking, terminal, async (kernel) => list(await kernel.governance.permissions.list(), terminal));
  }
  const subject = subjectIn(agent, flags);
  const given = action === "set" ? await changesIn(flags, terminal) : undefined;
  // The first permissions may be given before any agent has called.
  return withKernel({ ...settings, mustExist: action !== "set" }, terminal, (kernel) =>
    act(kernel, action, subject, given, terminal),
  );
}

async function act(
  kernel: Kernel,
  action: string,
  subject: Subject,
  given: Changes | undefined,
  terminal: Terminal,
): Promise<number> {
  const book = kernel.governance.permissions;
  if (action === "set" && given !== undefined) {
    const before = given.isWhole ? {} : ((await book.show(subject))?.record ?? {});
    const { version } = await book.set(subject, { ...before, ...given.fields }, OPERATOR);
    terminal.print(`set: ${nameOf(subject)}, version ${version}, from the next call on`);
    return 0;
  }
  if (action === "remove") {
    if (!(await book.remove(subject, OPERATOR))) throw noneOf(subject);
    terminal.print(`removed: ${nameOf(subject)}`);
    return 0;
  }
  if (action === "history") {
    const changes = await book.history(subject);
    if (changes.length === 0) throw noneOf(subject);
    for (const { version, at, by, source, record } of changes) {
      const said = record === undefined ? "removed" : JSON.stringify(record);
      terminal.print(`version ${version}  ${new Date(at).toISOString()}  by ${plain(by)} (${source})  ${plain(said)}`);
    }
    return 0;
  }
  const found = await book.show(subject);
  if (found === undefined) throw noneOf(subject);
  terminal.print(JSON.stringify(found, undefined, 2));
  return 0;
}

function list(all: readonly Permissions[], terminal: Terminal): number {
  for (const { subject, version, source, record } of all) {
    terminal.print(`${plain(nameOf(subject))}  version ${version} (${source})  ${plain(JSON.stringify(record))}`);
  }
  if (all.length === 0) terminal.print("nothing is said of anybody: every agent may do what its server allows");
  return 0;
}

function subjectIn(agent: string | undefined, { person, user }: Flags): Subject {
  if (typeof person === "string") {
    if (agent !== undefined || user !== undefined) throw new UsageError("--person stands alone: a person is no agent");
    return { person };
  }
  if (agent === undefined) throw new UsageError("name an agent (* is all others), or --person NAME");
  return typeof user === "string" ? { agent, user } : { agent };
}

interface Changes {
  readonly fields: JsonObject;
  /** The whole record was given: nothing of the one before stays. */
  readonly isWhole: boolean;
}

async function changesIn(flags: Flags, terminal: Terminal): Promise<Changes> {
  if (typeof flags.record === "string") return { fields: await recordIn(flags.record, terminal), isWhole: true };
  const fields: Record<string, Json> = {};
  const scope = Object.fromEntries(
    Object.entries(SCOPES).flatMap(([flag, word]) =>
      typeof flags[flag] === "string" ? [[word, listIn(flags[flag])]] : [],
    ),
  );
  if (typeof flags.allow === "string") {
    const names = listIn(flags.allow).map((name) => name.toUpperCase());
    const wrong = names.find((name) => !(PERMISSIONS as readonly string[]).includes(name));
    if (wrong !== undefined) throw new UsageError(`there is no permission ${wrong}${suggestion(wrong, PERMISSIONS)}`);
    fields.permissions = Object.fromEntries(names.map((name) => [name, scope]));
  } else if (Object.keys(scope).length > 0) {
    throw new UsageError("--allow names the permissions that the limits are for");
  }
  for (const [flag, field] of Object.entries(COUNTS)) {
    const said = flags[flag];
    if (typeof said !== "string") continue;
    if (!/^\d+$/.test(said)) throw new UsageError(`--${flag} takes a number`);
    fields[field] = Number(said);
  }
  if (typeof flags["requires-approval"] === "string") fields.requires_approval = listIn(flags["requires-approval"]);
  if (typeof flags.approvals === "string") fields.approvals = flags.approvals;
  for (const [flag, field] of [
    ["rehearse", "dry_run"],
    ["approve-in-client", "approve_in_client"],
  ] as const) {
    if (typeof flags[flag] === "string") fields[field] = switchIn(flag, flags[flag]);
  }
  if (Object.keys(fields).length === 0)
    throw new UsageError("say what to set: --allow, --requires-approval, --record …");
  return { fields, isWhole: false };
}

async function recordIn(given: string, terminal: Terminal): Promise<JsonObject> {
  const text = given.startsWith("{")
    ? given
    : await readFile(resolve(terminal.workingFolder, given), "utf8").catch(() => {
        throw new UsageError(`the file ${given} cannot be read`);
      });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError("--record takes JSON, or a file with it");
  }
}

function listIn(text: string): string[] {
  return text.split(",").filter((name) => name !== "");
}

function switchIn(flag: string, said: string): boolean {
  if (said !== "on" && said !== "off") throw new UsageError(`--${flag} is on or off`);
  return said === "on";
}

function nameOf(subject: Subject): string {
  if ("person" in subject) return `person ${subject.person}`;
  return subject.user === undefined ? subject.agent : `${subject.agent} with ${subject.user}`;
}

function noneOf(subject: Subject): KernelError {
  return new KernelError("not_found", `Nothing is said of ${plain(nameOf(subject))}`);
}

import { canonicalJson } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { type Actor, type Event, GOVERNANCE_SERVER } from "../event.ts";
import { appendEvent, eventsOfKinds } from "../events/index.ts";
import { INSTALLATION } from "../installation.ts";
import type { JsonObject } from "../json.ts";
import type { Database } from "../storage/index.ts";
import { applyEntry, PERMISSIONS_REMOVED, PERMISSIONS_SET, type PermissionsSet } from "./entries.ts";
import {
  allPermissions,
  glanceAtVersion,
  type PermissionRow,
  permissionOf,
  permissionVersion,
} from "./permission-store.ts";
import { keyOf, type PermissionRecord, readRecord, type Subject, subjectOf } from "./record.ts";
import { type Records, recordKey } from "./rules.ts";

/** What the operator said of one agent or person. */
export interface Permissions {
  readonly subject: Subject;
  readonly record: PermissionRecord;
  /** The entry of the installation's log that said it. */
  readonly version: number;
  readonly changedAt: number;
  readonly source: string;
}

export interface PermissionChange {
  readonly version: number;
  readonly at: number;
  readonly by: string;
  readonly source: string;
  /** Absent where they were removed. */
  readonly record?: PermissionRecord;
}

/** For the operator alone: nothing that a tool can reach leads here. */
export interface PermissionBook {
  list(): Promise<Permissions[]>;
  show(subject: Subject): Promise<Permissions | undefined>;
  /** Refused where it is no longer what its writer saw: the version they name, null where they saw none. */
  set(subject: Subject, record: unknown, by: ChangedBy, seen?: number | null): Promise<Permissions>;
  /** False where there were none. */
  remove(subject: Subject, by: ChangedBy, seen?: number | null): Promise<boolean>;
  history(subject: Subject): Promise<PermissionChange[]>;
}

export interface ChangedBy {
  readonly user: string;
  readonly source: "command line" | "dashboard" | "configuration";
}

/** What is known of them in this process. */
export interface KnownPermissions {
  /** Another object after every change. */
  readonly records: Records;
  /** Looks whether any process changed something. Who asks while one looks shares the next look. */
  refresh(): Promise<void>;
}

export interface PermissionParts {
  readonly env: Env;
  database(): Promise<Database>;
  /** The same, or undefined where there is none yet and a look must not make one. */
  present(): Promise<Database | undefined>;
  committed(tenant: string): void;
}

export function createPermissionBook({ env, database, committed }: PermissionParts): PermissionBook {
  function originOf(by: ChangedBy) {
    const actor: Actor = { user: by.user, agent: null, client: by.source };
    return { tenant: INSTALLATION, server: GOVERNANCE_SERVER, tool: "permissions", actor, approvalId: null };
  }

  async function show(subject: Subject): Promise<Permissions | undefined> {
    const row = await (await database()).read(INSTALLATION, (sql) => permissionOf(sql, keyOf(subject)));
    return row && toPermissions(row);
  }

  return {
    list: async () => (await (await database()).read(INSTALLATION, allPermissions)).map(toPermissions),
    show,
    async set(subject, given, by, seen) {
      const record = readRecord(subject, given);
      const key = keyOf(subject);
      const engine = await database();
      const row = await engine.write(INSTALLATION, async (sql) => {
        requireSeen(await permissionOf(sql, key), seen);
        const payload: PermissionsSet = { ...key, record: record as JsonObject, source: by.source };
        const event = await appendEvent(sql, env, originOf(by), { kind: PERMISSIONS_SET, payload });
        await applyEntry(event, sql);
        return permissionOf(sql, key);
      });
      committed(INSTALLATION);
      if (row === undefined) throw new KernelError("internal", "Permissions were not kept");
      return toPermissions(row);
    },
    async remove(subject, by, seen) {
      const key = keyOf(subject);
      const engine = await database();
      const removed = await engine.write(INSTALLATION, async (sql) => {
        const row = await permissionOf(sql, key);
        if (row === undefined) return false;
        requireSeen(row, seen);
        const event = await appendEvent(sql, env, originOf(by), { kind: PERMISSIONS_REMOVED, payload: { ...key } });
        await applyEntry(event, sql);
        return true;
      });
      if (removed) committed(INSTALLATION);
      return removed;
    },
    async history(subject) {
      const key = keyOf(subject);
      const engine = await database();
      const events = await engine.read(INSTALLATION, (sql) =>
        eventsOfKinds(sql, INSTALLATION, GOVERNANCE_SERVER, [PERMISSIONS_SET, PERMISSIONS_REMOVED]),
      );
      return events
        .filter(({ payload }) => {
          const { agent, for_user } = payload as PermissionsSet;
          return agent === key.agent && for_user === key.for_user;
        })
        .map(toChange);
    },
  };
}

/** Brings what the configuration says into the book, where that is not what it said the last time. */
export async function takeFromConfiguration(
  book: PermissionBook,
  said: readonly { readonly subject: Subject; readonly record: unknown }[],
): Promise<void> {
  const by: ChangedBy = { user: INSTALLATION, source: "configuration" };
  for (const { subject, record } of said) {
    const wanted = canonicalJson(readRecord(subject, record) as JsonObject);
    const last = (await book.history(subject)).findLast(({ source }) => source === by.source);
    const isNews = last === undefined || canonicalJson((last.record ?? {}) as JsonObject) !== wanted;
    if (isNews) await book.set(subject, record, by);
  }
}

export function createKnownPermissions({ present }: PermissionParts): KnownPermissions {
  let records: Records = new Map();
  let version = 0;
  let looking: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function look(): Promise<void> {
    const engine = await present();
    if (engine === undefined || (await glanceAtVersion(engine)) === version) return;
    await engine.read(INSTALLATION, async (sql) => {
      const found = await permissionVersion(sql);
      const rows = await allPermissions(sql);
      records = new Map(rows.map((row) => [recordKey(row.agent, row.for_user), JSON.parse(row.record)]));
      version = found;
    });
  }

  function begin(): Promise<void> {
    looking = look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    get records() {
      return records;
    },
    refresh() {
      if (looking === undefined) return begin();
      // A look that began before this call may have seen what was so before it: only the next one is sure.
      next ??= looking
        .catch(() => {})
        .then(() => {
          next = undefined;
          return begin();
        });
      return next;
    },
  };
}

/** Nobody overwrites what they have not seen. */
function requireSeen(row: PermissionRow | undefined, seen: number | null | undefined): void {
  if (seen === undefined || (row?.version ?? null) === seen) return;
  throw new KernelError("conflict", "Somebody changed these permissions meanwhile; look at them again", {
    version: row?.version ?? null,
  });
}

function toPermissions(row: PermissionRow): Permissions {
  const { version, changed_at, source } = row;
  return { subject: subjectOf(row), record: JSON.parse(row.record), version, changedAt: changed_at, source };
}

function toChange({ seq, at, actor, kind, payload }: Event): PermissionChange {
  const { record, source = actor.client ?? "" } = payload as Partial<PermissionsSet>;
  return {
    version: seq,
    at,
    by: actor.user,
    source,
    ...(kind === PERMISSIONS_SET && record !== undefined && { record: record as PermissionRecord }),
  };
}

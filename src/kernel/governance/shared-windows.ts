import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import { takeShare } from "./usage-store.ts";
import { createUsageWindows } from "./usage-windows.ts";

const WINDOW_MS = 60_000;
/** A busy process takes this part of what is allowed at a time; a quiet one takes what it needs. */
const SHARE_PART = 10;
/** Of reads a process may be this part of what is allowed ahead of its share: else each first read of a minute would write. */
const CREDIT_PART = 20;
/** More counters than this in one process, and the oldest are forgotten: they ask the database again. */
const TRACKED_MAX = 16_384;

/** What is counted: calls of one user, agent or tool. */
export interface Counter {
  readonly tenant: string;
  readonly name: string;
  /** So many a minute, over all processes. */
  readonly limit: number;
  /** What is counted only reads. */
  readonly isRead: boolean;
}

/** What this process may still spend without asking. */
interface Share {
  left: number;
  /** What was spent ahead of it. */
  owed: number;
  /** How much it took the last time. */
  size: number;
  untilMs: number;
  /** Whether the database was asked in this window: from then on nothing is spent ahead. */
  isCounted: boolean;
  asking: Promise<void> | undefined;
  refusedUntilMs: number;
}

/**
 * Limits that hold over all processes. The counts lie in the database; a process takes shares of them, the first of one
 * and each double the last, up to a tenth of the limit: so a busy one asks seldom, a quiet one keeps nothing from others,
 * and what is spent is never more than the limit. Of reads each process may be a twentieth of it ahead, and no more.
 */
export interface SharedWindows {
  /**
   * With `sql`, inside the write that counts: another transaction of the same user would wait for it for ever. Mostly
   * there is nothing to wait for, and then no promise: every call counts against several.
   */
  spend(counter: Counter, sql?: Sql): Promise<void> | undefined;
}

/** The same for a process that may not write: what it counts, it counts alone. */
export function createOwnWindows(env: Env): SharedWindows {
  const windows = createUsageWindows(WINDOW_MS, TRACKED_MAX);
  return {
    spend(counter) {
      const nowMs = env.monotonicMs();
      const usage = windows.of(keyOf(counter), nowMs);
      if (usage.calls >= counter.limit) throw tooMany(usage.windowStartMs + WINDOW_MS - nowMs);
      usage.calls += 1;
      return undefined;
    },
  };
}

export function createSharedWindows(database: () => Promise<Database>, env: Env): SharedWindows {
  const shares = new Map<string, Share>();

  function shareOf(key: string): Share {
    let share = shares.get(key);
    if (share === undefined) {
      if (shares.size >= TRACKED_MAX) shares.delete(shares.keys().next().value ?? "");
      share = { left: 0, owed: 0, size: 0, untilMs: 0, isCounted: false, asking: undefined, refusedUntilMs: 0 };
      shares.set(key, share);
    }
    return share;
  }

  async function ask(share: Share, { tenant, name, limit }: Counter): Promise<void> {
    const wanted = Math.max(1, Math.min(share.size * 2, Math.ceil(limit / SHARE_PART)));
    const engine = await database();
    const { owed } = share;
    const { taken, endsInMs } = await engine.write(tenant, (sql) =>
      takeShare(sql, { tenant, counter: name, wanted: wanted + owed, limit, now: env.now(), windowMs: WINDOW_MS }),
    );
    // The clock of the wall may be set; this one only goes on.
    const nowMs = env.monotonicMs();
    share.owed = 0;
    share.left = Math.max(0, taken - owed);
    share.size = wanted;
    share.untilMs = nowMs + endsInMs;
    share.isCounted = true;
    if (share.left === 0) share.refusedUntilMs = share.untilMs;
  }

  async function takeOne(sql: Sql, { tenant, name, limit }: Counter): Promise<void> {
    const asked = { tenant, counter: name, wanted: 1, limit, now: env.now(), windowMs: WINDOW_MS };
    const { taken, endsInMs } = await takeShare(sql, asked);
    if (taken === 0) throw tooMany(endsInMs);
  }

  /** From what this process has; false where the database must be asked. */
  function takeOwn(share: Share, { isRead, limit }: Counter): boolean {
    const nowMs = env.monotonicMs();
    if (nowMs < share.refusedUntilMs) throw tooMany(share.refusedUntilMs - nowMs);
    if (share.left > 0 && nowMs < share.untilMs) {
      share.left -= 1;
      return true;
    }
    if (nowMs >= share.untilMs) begin(share, nowMs);
    if (!isRead || share.isCounted || share.owed >= Math.floor(limit / CREDIT_PART)) return false;
    share.owed += 1;
    return true;
  }

  async function askUntilTaken(share: Share, counter: Counter): Promise<void> {
    do {
      share.asking ??= ask(share, counter).finally(() => {
        share.asking = undefined;
      });
      await share.asking;
    } while (!takeOwn(share, counter));
  }

  return {
    spend(counter, sql) {
      const share = shareOf(keyOf(counter));
      if (takeOwn(share, counter)) return undefined;
      return sql === undefined ? askUntilTaken(share, counter) : takeOne(sql, counter);
    },
  };
}

/** By its length the tenant ends where it ends, whatever letters names are made of. */
function keyOf({ tenant, name }: Counter): string {
  return `${tenant.length} ${tenant} ${name}`;
}

/** A window of this process; the database's own is taken over with the first share. */
function begin(share: Share, nowMs: number): void {
  share.left = 0;
  share.owed = 0;
  share.size = 0;
  share.isCounted = false;
  share.untilMs = nowMs + WINDOW_MS;
}

function tooMany(waitMs: number): KernelError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new KernelError("rate_limited", `Rate limit exceeded. Retry after ${seconds} seconds.`, {
    retry_after_seconds: seconds,
  });
}

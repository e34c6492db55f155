import {
  batchesOf,
  canonicalJson,
  type JsonObject,
  list,
  type Query,
  query,
  type Sql,
  sha256,
} from "../../../kernel/index.ts";
import type { Learnt, Memory, MemoryRecord } from "../model/memory.ts";
import { projection } from "./projection.ts";

/** A row as the engines give it. */
interface MemoryRow extends Omit<Memory, "tags" | "learnt" | "scrubbed"> {
  readonly tags: string;
  readonly learnt: string;
  readonly scrubbed: string;
}

/** When and where in the log a memory came. */
export interface Arrival {
  readonly at: number;
  /** When it was said, which may be earlier. */
  readonly createdAt: number;
  readonly position: number;
}

export const MEMORIES = projection(
  "graph_memory",
  ["id"],
  [
    "content",
    "content_hash",
    "rationale",
    "modality",
    "importance",
    "tags",
    "session_id",
    "session_position",
    "fingerprint_hash",
    "model",
    "learnt",
    "scrubbed",
    "access_count",
    "delete_reason",
    "merged_into",
  ],
);

export type MemoryStore = ReturnType<typeof createMemoryStore>;

const COLUMNS = query`position, id, content, content_hash, rationale, modality, importance, tags, session_id, session_position,
  fingerprint, model, learnt, scrubbed, created_at, updated_at, access_count, accessed_at, deleted_at, delete_reason, merged_into`;

/** The only file that knows the table of memories. */
export function createMemoryStore(sql: Sql, tenant: string) {
  async function where(condition: Query): Promise<Memory[]> {
    const found = await sql.all<MemoryRow>(
      query`select ${COLUMNS} from graph_memory where tenant_id = ${tenant} ${condition}`,
    );
    return found.map(toMemory);
  }

  /** One that lives. */
  async function find(id: string): Promise<Memory | undefined> {
    const [memory] = await where(query`and id = ${id} and deleted_at is null`);
    return memory;
  }

  /** One, deleted or not. */
  async function findAny(id: string): Promise<Memory | undefined> {
    const [memory] = await where(query`and id = ${id}`);
    return memory;
  }

  /** Those of some ids that live, in no order. */
  async function byIds(ids: readonly string[]): Promise<Memory[]> {
    const found: Memory[] = [];
    for (const some of batchesOf(ids))
      found.push(...(await where(query`and id in (${list(some)}) and deleted_at is null`)));
    return found;
  }

  /** Those at some places of the log that live, in no order. */
  async function byPositions(positions: readonly number[]): Promise<Memory[]> {
    const found: Memory[] = [];
    for (const some of batchesOf(positions)) {
      found.push(...(await where(query`and position in (${list(some)}) and deleted_at is null`)));
    }
    return found;
  }

  /** The newest that live. */
  async function newest(limit: number): Promise<Memory[]> {
    return where(query`and deleted_at is null order by position desc limit ${limit}`);
  }

  /** The last of a session that live, newest first. */
  async function lastOfSession(session: string, limit: number): Promise<Memory[]> {
    return where(
      query`and session_id = ${session} and deleted_at is null order by session_position desc limit ${limit}`,
    );
  }

  /** The newest that live and have all of some tags, and are of a session where one is named. */
  async function newestOf(session: string | undefined, tags: readonly string[], limit: number): Promise<Memory[]> {
    const ofSession = session === undefined ? query`` : query`and session_id = ${session}`;
    const tagged = tags.reduce(
      (all, tag) => query`${all} and tags like ${`%${likeText(JSON.stringify(tag))}%`} escape '!'`,
      query``,
    );
    return where(query`${ofSession} ${tagged} and deleted_at is null order by position desc limit ${limit}`);
  }

  async function nextInSession(session: string): Promise<number> {
    const row = await sql.first<{ last: number | null }>(
      query`select max(session_position) as last from graph_memory where tenant_id = ${tenant} and session_id = ${session}`,
    );
    return (row?.last ?? -1) + 1;
  }

  /** Those that live and say the same to the letter. */
  async function withHash(hash: string): Promise<Memory[]> {
    return where(query`and content_hash = ${hash} and deleted_at is null order by position`);
  }

  /** Every memory that lives, oldest first, some at a time. */
  async function* all(size = 400): AsyncGenerator<readonly Memory[]> {
    for (let after = -1; ; ) {
      const some = await where(query`and deleted_at is null and position > ${after} order by position limit ${size}`);
      if (some.length === 0) return;
      yield some;
      after = some.at(-1)?.position ?? after;
    }
  }

  async function insert(
    memory: MemoryRecord,
    sessionPosition: number,
    { at, createdAt, position }: Arrival,
  ): Promise<void> {
    const fingerprint = new Uint8Array(Buffer.from(memory.fingerprint, "base64"));
    await sql.run(query`insert into graph_memory (tenant_id, position, id, content, content_hash, rationale, modality, importance,
        tags, session_id, session_position, fingerprint, fingerprint_hash, model, learnt, scrubbed, created_at, updated_at,
        access_count, accessed_at)
      values (${tenant}, ${position}, ${memory.id}, ${memory.content}, ${memory.content_hash}, ${memory.rationale},
        ${memory.modality}, ${memory.importance}, ${canonicalJson(memory.tags)}, ${memory.session_id}, ${sessionPosition},
        ${fingerprint}, ${sha256(fingerprint)}, ${memory.model}, ${canonicalJson(memory.learnt)},
        ${canonicalJson(memory.scrubbed)}, ${createdAt}, ${at}, ${0}, ${at})`);
  }

  async function touch(id: string, accesses: number, at: number): Promise<void> {
    await sql.run(query`update graph_memory set access_count = access_count + ${accesses}, accessed_at = ${at}
      where tenant_id = ${tenant} and id = ${id}`);
  }

  async function weigh(id: string, importance: number, at: number): Promise<void> {
    await sql.run(query`update graph_memory set importance = ${importance}, updated_at = ${at}
      where tenant_id = ${tenant} and id = ${id}`);
  }

  async function markDeleted(id: string, reason: string, mergedInto: string | null, at: number): Promise<void> {
    await sql.run(query`update graph_memory set deleted_at = ${at}, delete_reason = ${reason}, merged_into = ${mergedInto},
      updated_at = ${at} where tenant_id = ${tenant} and id = ${id}`);
  }

  async function markRestored(id: string, at: number): Promise<void> {
    await sql.run(query`update graph_memory set deleted_at = null, delete_reason = null, merged_into = null, updated_at = ${at}
      where tenant_id = ${tenant} and id = ${id}`);
  }

  return {
    find,
    findAny,
    byIds,
    byPositions,
    newest,
    lastOfSession,
    newestOf,
    nextInSession,
    withHash,
    all,
    insert,
    touch,
    weigh,
    markDeleted,
    markRestored,
  };
}

/** A text as `like` finds it to the letter. */
function likeText(text: string): string {
  return text.replace(/[!%_]/g, "!$&");
}

function toMemory({ tags, learnt, scrubbed, ...row }: MemoryRow): Memory {
  return {
    ...row,
    tags: JSON.parse(tags) as string[],
    learnt: JSON.parse(learnt) as Learnt,
    scrubbed: JSON.parse(scrubbed) as Record<string, number>,
  };
}

/** How many memories there are of all users, for people. */
export async function countMemories(sql: Sql): Promise<number> {
  const counted = await sql.first<{ n: number }>(
    query`select cast(count(*) as integer) as n from graph_memory where deleted_at is null`,
  );
  return counted?.n ?? 0;
}

/** One memory for a person: what it says and what became of it. */
export async function showMemory(sql: Sql, tenant: string, id: string): Promise<JsonObject | undefined> {
  const row = await sql.first<JsonObject & { created_at: number; deleted_at: number | null }>(
    query`select id, content, rationale, modality, importance, tags, session_id, created_at, access_count, deleted_at,
      delete_reason, merged_into from graph_memory where tenant_id = ${tenant} and id = ${id}`,
  );
  if (row === undefined) return undefined;
  const { created_at, deleted_at, ...said } = row;
  const deleted = deleted_at === null ? {} : { deleted_at: new Date(deleted_at).toISOString() };
  return { ...said, created_at: new Date(created_at).toISOString(), ...deleted };
}

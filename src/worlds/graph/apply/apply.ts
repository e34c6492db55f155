import type { Event, IndexWriter, Sql } from "../../../kernel/index.ts";
import type { Memory, MemoryRecord } from "../model/memory.ts";
import { changesOf } from "../model/recorded.ts";
import { featuresOf } from "../model/spaces/features.ts";
import { unpack } from "../model/spaces/pack.ts";
import { ACTIVITY, activityFrom, afterEntry, counted } from "../model/utl/activity.ts";
import { Stores } from "../store/stores.ts";
import { documentOf, GRAPH_SPACE } from "./document.ts";

/** The only writer of this world's projections, and of what its entries make findable. Every kind of entry comes through here. */
export async function applyGraph(event: Event, sql: Sql, index: IndexWriter): Promise<void> {
  const stores = new Stores(sql, event.tenant);
  const changes = changesOf(event);
  const { at } = event;
  if (changes.memory !== undefined) await insertMemory(stores, changes.memory, event, index);
  for (const edge of changes.edges ?? []) await stores.edges.put(edge, at);
  for (const key of changes.edges_removed ?? []) await stores.edges.remove(key);
  for (const { id, accesses } of changes.touched ?? []) await stores.memories.touch(id, accesses, at);
  for (const { id, importance } of changes.weighed ?? []) await stores.memories.weigh(id, importance, at);
  for (const { id, reason, merged_into } of changes.deleted ?? []) {
    const memory = await stores.memories.find(id);
    if (memory === undefined) continue;
    await stores.memories.markDeleted(id, reason, merged_into ?? null, at);
    await leave(stores, memory, at);
    index.remove(GRAPH_SPACE, [id]);
  }
  for (const id of changes.restored ?? []) {
    const memory = await stores.memories.findAny(id);
    if (memory === undefined || memory.deleted_at === null) continue;
    await stores.memories.markRestored(id, at);
    await enter(stores, memory, at);
    index.put([documentOf(memory)]);
  }
  if (changes.vector !== undefined) await stores.vectors.put(changes.vector, at);
  if (changes.prediction !== undefined) await stores.predictions.insert(changes.prediction, at, event.seq);
  for (const [name, value] of Object.entries(changes.state ?? {})) await stores.state.put(name, value, at);
  const activity = activityFrom(await stores.state.get(ACTIVITY));
  await stores.state.put(ACTIVITY, afterEntry(activity, changes.memory?.learnt), at);
}

/** Writes a new memory, with all that it is found and counted by. */
async function insertMemory(
  stores: Stores,
  memory: MemoryRecord,
  { at, seq }: Event,
  index: IndexWriter,
): Promise<void> {
  const sessionPosition = await stores.memories.nextInSession(memory.session_id);
  const createdAt = memory.occurred_at ?? at;
  await stores.memories.insert(memory, sessionPosition, { at, createdAt, position: seq });
  const moment = { createdAt, position: sessionPosition, now: createdAt };
  const fingerprint = unpack(Buffer.from(memory.fingerprint, "base64"), moment);
  const bytes = Buffer.from(memory.fingerprint, "base64").length + Buffer.byteLength(memory.content);
  await stores.features.add(seq, featuresOf(fingerprint), bytes);
  index.put([documentOf({ ...memory, session_position: sessionPosition, created_at: createdAt })]);
}

/** A memory that comes back is found and counted again. */
async function enter(stores: Stores, memory: Memory, at: number): Promise<void> {
  const fingerprint = unpack(memory.fingerprint, momentOf(memory));
  await stores.features.add(memory.position, featuresOf(fingerprint), bytesOf(memory));
  await countQuadrant(stores, memory, 1, at);
}

async function leave(stores: Stores, memory: Memory, at: number): Promise<void> {
  const fingerprint = unpack(memory.fingerprint, momentOf(memory));
  await stores.features.remove(memory.position, featuresOf(fingerprint), bytesOf(memory));
  await countQuadrant(stores, memory, -1, at);
}

async function countQuadrant({ state }: Stores, { learnt }: Memory, by: 1 | -1, at: number): Promise<void> {
  await state.put(ACTIVITY, counted(activityFrom(await state.get(ACTIVITY)), learnt, by), at);
}

function bytesOf({ fingerprint, content }: Memory): number {
  return fingerprint.length + Buffer.byteLength(content);
}

function momentOf({ created_at, session_position }: Memory) {
  return { createdAt: created_at, position: session_position, now: created_at };
}

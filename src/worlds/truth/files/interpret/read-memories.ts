import { isJsonObject, type Json } from "../../../../kernel/index.ts";
import type { SourceText } from "../places.ts";
import { type JsonPlace, placeJson, valueAt } from "../quote/json-places.ts";
import { createFindings, type Findings, type Said, sayParts } from "./findings.ts";
import type { FileReading } from "./reading.ts";

// What other memories of agents give out: mem0's list of memories, Letta's file of an agent.

type Members = ReadonlyMap<string, JsonPlace> | undefined;

interface Opened {
  readonly found: Findings;
  readonly source: SourceText;
}

/** Reads the export of another memory; undefined where a file is none. */
export function readMemories(source: SourceText, value: Json): FileReading | undefined {
  const isMem0 = memoriesIn(value) !== undefined;
  const isLetta =
    isJsonObject(value) &&
    Array.isArray(value.messages ?? value.agents) &&
    Array.isArray(value.core_memory ?? value.blocks);
  if (!isMem0 && !isLetta) return undefined;
  const root = placeJson(source.text, source.text.startsWith("\ufeff") ? 1 : 0);
  if (root === undefined) return undefined;
  const opened = { found: createFindings(), source };
  if (isLetta) addAgent(opened, root.members);
  else for (const { members } of listIn(root)) addMemory(opened, members);
  return opened.found.reading();
}

/** mem0 lists memories bare, or under `results` or `memories`; each has its words under `memory`. */
function memoriesIn(value: Json): readonly Json[] | undefined {
  const list = Array.isArray(value) ? value : isJsonObject(value) ? (value.results ?? value.memories) : undefined;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const isMemory = (item: Json) => isJsonObject(item) && typeof item.memory === "string" && "id" in item;
  return list.every(isMemory) ? list : undefined;
}

function listIn(root: JsonPlace): readonly JsonPlace[] {
  return root.items ?? root.members?.get("results")?.items ?? root.members?.get("memories")?.items ?? [];
}

function say({ source }: Opened, field: string, place: JsonPlace | undefined): Said | undefined {
  if (place === undefined) return undefined;
  const value = valueAt(source.text, place) as Json;
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return undefined;
  return { field, value, places: [{ text: source, start: place.start, end: place.end }] };
}

function addMemory(opened: Opened, members: Members): void {
  opened.found.add("note", [
    say(opened, "content", members?.get("memory")),
    say(opened, "external_id", members?.get("id")),
    say(opened, "created_date", members?.get("created_at")),
    say(opened, "updated_date", members?.get("updated_at")),
    say(opened, "tags", members?.get("categories")),
    say(opened, "user_id", members?.get("user_id")),
    say(opened, "agent_id", members?.get("agent_id")),
    say(opened, "metadata", members?.get("metadata")),
  ]);
}

function addAgent(opened: Opened, members: Members): void {
  const agents = members?.get("agents")?.items?.map((agent) => agent.members) ?? [members];
  for (const agent of agents) {
    const row = opened.found.add("agent", [
      say(opened, "name", agent?.get("name")),
      say(opened, "description", agent?.get("description")),
      say(opened, "system", agent?.get("system")),
      say(opened, "external_id", agent?.get("id")),
    ]);
    for (const { members: block } of agent?.get("core_memory")?.items ?? []) addBlock(opened, block, row);
    for (const { members: message } of agent?.get("messages")?.items ?? []) addMessage(opened, agent, message);
  }
  for (const { members: block } of members?.get("blocks")?.items ?? []) addBlock(opened, block, 0);
}

/** A block of what an agent always keeps in mind. */
function addBlock(opened: Opened, block: Members, agent: number): void {
  const content = say(opened, "content", block?.get("value"));
  if (content === undefined) return;
  const note = opened.found.add("note", [
    say(opened, "title", block?.get("label")),
    content,
    say(opened, "summary", block?.get("description")),
    say(opened, "external_id", block?.get("id")),
  ]);
  opened.found.link("PART_OF", note, agent);
}

function addMessage(opened: Opened, agent: Members, message: Members): void {
  const whole = message?.get("content") ?? message?.get("text");
  const inside = whole?.items?.map(({ members }) => members?.get("text")) ?? [];
  const content = sayParts("content", opened.source, whole?.quoted ? [whole] : inside);
  if (content === undefined) return;
  opened.found.add("message", [
    content,
    say(opened, "message_id", message?.get("id")),
    say(opened, "sender", message?.get("role")),
    say(opened, "sent_at", message?.get("created_at")),
    say(opened, "thread_id", agent?.get("id") ?? agent?.get("name")),
  ]);
}

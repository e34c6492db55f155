import { isJsonObject, type Json, type JsonObject } from "../../../../kernel/index.ts";
import type { SourceText } from "../places.ts";
import { type JsonPlace, placeJson, valueAt } from "../quote/json-places.ts";
import { createFindings, type Findings, type Said, sayParts } from "./findings.ts";
import type { FileReading } from "./reading.ts";

const MESSAGES_MAX = 9000;

/** Reads what ChatGPT and Claude give out when their users take their data with them; undefined where a file is neither. */
export function readChats(source: SourceText, value: Json): FileReading | undefined {
  const all = Array.isArray(value) ? value : [value];
  const [first] = all;
  if (!isJsonObject(first)) return undefined;
  const isGpt = isJsonObject(first.mapping ?? null) && "current_node" in first;
  const isClaude = Array.isArray(first.chat_messages);
  if (!isGpt && !isClaude) return undefined;
  const root = placeJson(source.text, source.text.startsWith("\ufeff") ? 1 : 0);
  const places = root?.items ?? (root === undefined ? [] : [root]);
  const found = createFindings();
  const chat = { found, source, left: MESSAGES_MAX };
  for (const place of places) (isGpt ? addGpt : addClaude)(chat, place);
  if (chat.left < 0) {
    const message = "The file is kept whole; of its messages as many were read as one file is read for.";
    found.warn({ code: "MESSAGES_LEFT_OUT", message, details: { left_out: -chat.left } });
  }
  return found.reading();
}

interface Chat {
  readonly found: Findings;
  readonly source: SourceText;
  left: number;
}

/** A member of an object as a value with its place. */
function say(chat: Chat, field: string, place: JsonPlace | undefined, read?: (value: unknown) => Json | undefined) {
  if (place === undefined) return undefined;
  const given = valueAt(chat.source.text, place);
  const value = read === undefined ? (typeof given === "string" ? given : undefined) : read(given);
  if (value === undefined || value === "") return undefined;
  return { field, value, places: [{ text: chat.source, start: place.start, end: place.end }] } satisfies Said;
}

/** Seconds since 1970, as ChatGPT writes times. */
function fromSeconds(value: unknown): string | undefined {
  if (typeof value !== "number" || !(value > 0) || value > 8e12) return undefined;
  return new Date(Math.round(value * 1000)).toISOString();
}

function addGpt(chat: Chat, { members }: JsonPlace): void {
  if (members === undefined) return;
  const id = members.get("conversation_id") ?? members.get("id");
  const conversation = chat.found.add("conversation", [
    say(chat, "title", members.get("title")),
    say(chat, "conversation_id", id),
    say(chat, "created_date", members.get("create_time"), fromSeconds),
    say(chat, "updated_date", members.get("update_time"), fromSeconds),
  ]);
  for (const node of members.get("mapping")?.members?.values() ?? []) {
    const message = node.members?.get("message")?.members;
    const content = message?.get("content")?.members;
    // What its programs wrote has no parts.
    const parts = content?.get("parts")?.items ?? [content?.get("text")];
    if (message === undefined) continue;
    addMessage(chat, conversation, [
      say(chat, "message_id", message.get("id")),
      sayParts("content", chat.source, parts),
      say(chat, "sender", message.get("author")?.members?.get("role")),
      say(chat, "sent_at", message.get("create_time"), fromSeconds),
      say(chat, "thread_id", id),
    ]);
  }
}

function addClaude(chat: Chat, { members }: JsonPlace): void {
  if (members === undefined) return;
  const conversation = chat.found.add("conversation", [
    say(chat, "title", members.get("name")),
    say(chat, "conversation_id", members.get("uuid")),
    say(chat, "created_date", members.get("created_at")),
    say(chat, "updated_date", members.get("updated_at")),
  ]);
  for (const { members: message } of members.get("chat_messages")?.items ?? []) {
    if (message === undefined) continue;
    const inside = message.get("content")?.items?.map(({ members: part }) => part?.get("text")) ?? [];
    addMessage(chat, conversation, [
      say(chat, "message_id", message.get("uuid")),
      say(chat, "content", message.get("text")) ?? sayParts("content", chat.source, inside),
      say(chat, "sender", message.get("sender")),
      say(chat, "sent_at", message.get("created_at")),
      say(chat, "thread_id", members.get("uuid")),
      attached(chat, message),
    ]);
  }
}

/** Files that were given with a message: their names, and the words of those whose words the export has. */
function attached(chat: Chat, message: NonNullable<JsonPlace["members"]>): Said | undefined {
  const files = [...(message.get("attachments")?.items ?? []), ...(message.get("files")?.items ?? [])];
  if (files.length === 0) return undefined;
  return {
    field: "attachments",
    value: files.map((file) => valueAt(chat.source.text, file) as Json),
    places: files.map(({ start, end }) => ({ text: chat.source, start, end })),
  };
}

function addMessage(chat: Chat, conversation: number, said: readonly (Said | undefined)[]): void {
  if (said[1] === undefined && !said.some((one) => one?.field === "attachments")) return;
  chat.left -= 1;
  if (chat.left >= 0) chat.found.link("PART_OF", chat.found.add("message", said), conversation);
}

/** A Jupyter notebook: the words of its cells, one cell a page. */
export function cellsOf(value: JsonObject): SourceText | undefined {
  if (!Array.isArray(value.cells) || typeof value.nbformat !== "number") return undefined;
  const pages: number[] = [];
  let text = "";
  for (const cell of value.cells) {
    const source = isJsonObject(cell) ? cell.source : undefined;
    const words = Array.isArray(source) ? source.filter((line) => typeof line === "string").join("") : source;
    if (text !== "") text += "\n\n";
    pages.push(text.length);
    if (typeof words === "string") text += words.replaceAll("\0", "").toWellFormed();
  }
  return { part: "cells", text, pages };
}

import { parseTime } from "../../model/time.ts";
import { messageLists } from "./chat-exports.ts";

/** One message of an exported chat. */
export interface ChatMessage {
  /** Its place among all messages of the file, from 1. */
  readonly nth: number;
  readonly speaker: string | undefined;
  readonly text: string;
  readonly timestamp: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** What programs call who speaks, what is said and when. */
const SPEAKERS = ["speaker", "author", "sender", "role", "from", "name", "username", "user"];
const TEXTS = ["text", "content", "message", "body"];
const TIMES = ["timestamp", "at", "time", "date", "created_at", "sent_at"];
const SPEAKER_CHARS_MAX = 200;

/** Times that are told as seconds since 1970. */
const SECONDS = ["create_time", "ts", "date_unixtime"];

/** The messages of an exported chat, or of several; undefined where most of what is said has no speaker. */
export function messagesIn(json: object): ChatMessage[] | undefined {
  const messages: ChatMessage[] = [];
  for (const [index, one] of messageLists(json).flat().entries()) {
    if (typeof one !== "object" || one === null) return undefined;
    const text = firstOf(one as Fields, TEXTS, (value) => {
      const words = wordsOf(value);
      return words?.trim() ? words : undefined;
    });
    // A picture, a call of a tool or a member that joins says nothing.
    if (text === undefined) continue;
    const speaker = firstOf(one as Fields, SPEAKERS, nameOf);
    messages.push({ nth: index + 1, speaker, text, timestamp: timeOf(one as Fields) });
  }
  const spoken = messages.filter(({ speaker }) => speaker !== undefined).length;
  return spoken === 0 || spoken * 2 < messages.length ? undefined : messages;
}

function timeOf(fields: Fields): number | null {
  const told = firstOf(fields, TIMES, (time) => parseTime(time) ?? undefined);
  const seconds = firstOf(fields, SECONDS, (time) => Number(time) || undefined);
  return told ?? (seconds === undefined ? null : parseTime(Math.round(seconds * 1000)));
}

function firstOf<Value>(fields: Fields, names: readonly string[], read: (value: unknown) => Value | undefined) {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? read(fields[name]) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === "string" && value.trim() !== "") return value.trim().slice(0, SPEAKER_CHARS_MAX);
  return typeof value === "object" && value !== null ? firstOf(value as Fields, ["name", "role"], nameOf) : undefined;
}

/** Words as one string, or in parts as assistants send them. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  // Words with some of them marked are one sentence; parts of one kind stand below each other.
  if (Array.isArray(value)) {
    const isMarked = new Set(value.map((part) => typeof part)).size > 1;
    return value.flatMap((part) => wordsOf(part) ?? []).join(isMarked ? "" : "\n");
  }
  if (typeof value !== "object" || value === null) return undefined;
  return firstOf(value as Fields, ["text", "parts"], wordsOf);
}

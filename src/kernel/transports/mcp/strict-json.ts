import type { Env } from "../../env.ts";
import { KernelError } from "../../errors.ts";
import { DEFAULT_MESSAGE_LIMITS, type MessageLimits } from "./message-limits.ts";

const DEPTH_MAX = 200;
/** How far from the end of a message its id is looked for. */
const ID_TAIL_CHARS = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** A message that was refused, with its JSON-RPC id where one could be read. */
export interface RefusedMessage {
  readonly error: KernelError;
  readonly id: string | number | null;
}

/** A message longer than this is worked on in turns, where others wait meanwhile, and looked through in pieces of this length. */
const LONG_CHARS = 250_000;

/**
 * Parses one message, or tells why not. What two readers could understand differently is refused, and so is what would
 * cost too much to read: before anything of it is built.
 */
export function parseMessage(
  text: string,
  limits: MessageLimits = DEFAULT_MESSAGE_LIMITS,
): { value: unknown } | RefusedMessage {
  const scanning = scan(text, limits, isPlain(text));
  let step = scanning.next();
  while (step.done !== true) step = scanning.next();
  return refusalOf(text, step.value) ?? build(text);
}

/** The same where others wait: they have their turn while a long message is looked through, before it is built, and before it is worked on. */
export async function parseInTurns(
  text: string,
  limits: MessageLimits,
  env: Env,
): Promise<{ value: unknown } | RefusedMessage> {
  if (text.length <= LONG_CHARS) return parseMessage(text, limits);
  await env.turn();
  const scanning = scan(text, limits, isPlain(text));
  let step = scanning.next();
  for (; step.done !== true; step = scanning.next()) await env.turn();
  const refused = refusalOf(text, step.value);
  if (refused !== undefined) return refused;
  await env.turn();
  const built = build(text);
  await env.turn();
  return built;
}

/** Most messages escape nothing: then a string is what stands between two quotes. Asked apart from the scan, whose loop the engine might move it into. */
function isPlain(text: string): boolean {
  return !text.includes("\\");
}

function refusalOf(text: string, { problem, id, excess }: Scan): RefusedMessage | undefined {
  if (excess !== undefined) return { error: excess, id: id ?? idAtEnd(text) };
  if (problem === undefined) return undefined;
  return { error: new KernelError("hostile_json", `The message was refused: ${problem}`, { reason: problem }), id };
}

function build(text: string): { value: unknown } | RefusedMessage {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: new KernelError("parse_error", "The message is not JSON"), id: null };
  }
}

interface Scan {
  problem: string | undefined;
  id: string | number | null;
  /** Why the rest was not looked at. */
  excess: KernelError | undefined;
}

/**
 * Walks the text once without building anything, and rests after each piece. Grammar is left to JSON.parse; this finds
 * what it lets pass.
 */
function* scan(text: string, { valuesMax, keysMax }: MessageLimits, plain: boolean): Generator<void, Scan, void> {
  const found: Scan = { problem: undefined, id: null, excess: undefined };
  // One entry per open object or array within the allowed depth: the keys so far, or null for an array.
  const open: (Set<string> | null)[] = [];
  let depth = 0;
  // A comma or a bracket stands before each value but the first.
  let values = 0;
  let previous = 0;
  let idFollows = false;
  let restAt = LONG_CHARS;
  const refuse = (problem: string) => {
    found.problem ??= problem;
  };

  for (let at = 0; at < text.length; at++) {
    if (at >= restAt) {
      restAt = at + LONG_CHARS;
      yield;
    }
    const char = text.charCodeAt(at);
    if (char === COMMA || char === OPEN_OBJECT || char === OPEN_ARRAY) {
      values += 1;
      if (values > valuesMax) {
        found.excess = tooMany("values", "limit_values", valuesMax);
        return found;
      }
    }
    if (char === QUOTE) {
      const end = plain ? text.indexOf('"', at + 1) : endOfString(text, at);
      if (end === -1) return found;
      const inObject = depth <= DEPTH_MAX && open[depth - 1] instanceof Set;
      const isKey = inObject && (previous === OPEN_OBJECT || previous === COMMA);
      const wanted: boolean = isKey || idFollows;
      const value: string = plain
        ? wanted
          ? text.slice(at + 1, end)
          : ""
        : stringValue(text, at, end, wanted, refuse);
      if (isKey) {
        const keys = open[depth - 1] as Set<string>;
        checkKey(value, keys, refuse);
        if (keys.size > keysMax) {
          found.excess = tooMany("keys in one object", "limit_keys", keysMax);
          return found;
        }
        idFollows = depth === 1 && value === "id";
      } else if (idFollows) {
        found.id = value;
        idFollows = false;
      }
      at = end;
    } else if (char === OPEN_OBJECT || char === OPEN_ARRAY) {
      if (depth < DEPTH_MAX) open[depth] = char === OPEN_OBJECT ? new Set() : null;
      else refuse(`nested deeper than ${DEPTH_MAX}`);
      depth += 1;
    } else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) {
      depth -= 1;
    } else if (startsNumber(char)) {
      const end = endOfNumber(text, at);
      const number = checkNumber(text.slice(at, end), refuse);
      if (idFollows) found.id = number;
      idFollows = false;
      at = end - 1;
    }
    if (char > 0x20) previous = char;
  }
  return found;
}

function tooMany(what: string, limit: string, most: number): KernelError {
  return new KernelError("too_large", `The message has more than ${most} ${what}`, { [limit]: most });
}

/** Most clients write the id last. What stands right before the last bracket of a message belongs to its outermost object. */
function idAtEnd(text: string): string | number | null {
  const end = /[{,]\s*"id"\s*:\s*(?:"([^"\\]*)"|(-?\d{1,15}))\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;
  const [, word, number] = end.exec(text.slice(-ID_TAIL_CHARS)) ?? [];
  if (number !== undefined) return Number(number);
  return word ?? null;
}

/** The index of the closing quote, or -1. Jumps from quote to quote, so a long file inside a string costs little. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

function stringValue(
  text: string,
  start: number,
  end: number,
  wanted: boolean,
  refuse: (problem: string) => void,
): string {
  const raw = text.slice(start, end + 1);
  // Only an escape can bring a lone surrogate: the bytes themselves were checked when they were decoded.
  const surrogate = /\\u[dD][89a-fA-F]/.test(raw);
  if (!wanted && !surrogate) return "";
  if (!raw.includes("\\")) return raw.slice(1, -1);
  try {
    const value = JSON.parse(raw) as string;
    if (!value.isWellFormed()) refuse("a lone surrogate in a string");
    return value;
  } catch {
    return "";
  }
}

function checkKey(key: string, keys: Set<string>, refuse: (problem: string) => void): void {
  if (key === "__proto__") refuse("the key __proto__");
  const before = keys.size;
  keys.add(key);
  if (keys.size === before) refuse("a key that stands twice in one object");
}

function startsNumber(char: number): boolean {
  return char === 0x2d || (char >= 0x30 && char <= 0x39);
}

function continuesNumber(char: number): boolean {
  return startsNumber(char) || char === 0x2e || char === 0x65 || char === 0x45 || char === 0x2b;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && continuesNumber(text.charCodeAt(end))) end += 1;
  return end;
}

/** So many digits are neither beyond 53 bits nor beyond any range, unless they are an exponent's. */
const SAFE_CHARS = 15;

function checkNumber(digits: string, refuse: (problem: string) => void): number {
  const value = Number(digits);
  if (digits.length <= SAFE_CHARS && Number.isFinite(value)) return value;
  if (value === Infinity || value === -Infinity) refuse("a number beyond the range of JSON readers");
  else if (/^-?\d+$/.test(digits) && !Number.isSafeInteger(value)) refuse("an integer beyond 53 bits");
  return value;
}

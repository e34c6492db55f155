import type { JSONRPCMessage } from "@modelcontextprotocol/server";

/** Lists of at least this many items are written item by item. */
const ITEMS_MIN = 256;
const PIECE_BYTES = 1024 * 1024;

/**
 * The line of an answer with a long list, as bytes; undefined for any other message.
 * In one string a single letter beyond Latin-1 makes every letter twice as wide and the whole three times as slow.
 */
export function longLine(message: JSONRPCMessage): Buffer[] | undefined {
  if (!("result" in message)) return undefined;
  const { result, ...frame } = message;
  const lists = Object.entries(result).filter(([, value]) => Array.isArray(value) && value.length >= ITEMS_MIN);
  if (lists.length === 0) return undefined;
  const rest = Object.entries(result).filter(([key]) => !lists.some(([list]) => list === key));
  const pieces = createPieces();
  pieces.add(`${JSON.stringify(frame).slice(0, -1)},"result":${JSON.stringify(Object.fromEntries(rest)).slice(0, -1)}`);
  lists.forEach(([key, items], index) => {
    pieces.add(`${index === 0 && rest.length === 0 ? "" : ","}${JSON.stringify(key)}:[`);
    (items as unknown[]).forEach((item, at) => {
      if (at > 0) pieces.add(",");
      pieces.add(JSON.stringify(item) ?? "null");
    });
    pieces.add("]");
  });
  pieces.add("}}\n");
  return pieces.all();
}

/** Texts one after another as bytes, in pieces of about the same size. */
function createPieces() {
  const full: Buffer[] = [];
  let piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let used = 0;
  const close = () => {
    if (used > 0) full.push(piece.subarray(0, used));
    used = 0;
  };
  return {
    add(text: string): void {
      // Three bytes a code unit at most.
      if (used + text.length * 3 > piece.length) {
        close();
        piece = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, text.length * 3));
      }
      used += piece.write(text, used);
    },
    all(): Buffer[] {
      close();
      return full;
    },
  };
}

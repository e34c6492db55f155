import { createTurns, type Env } from "../../../../kernel/index.ts";
import { FILE_COLUMNS_MAX, FILE_VALUES_MAX } from "../limits.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENS_LIST = 0x5b;
const OPENS_OBJECT = 0x7b;
/** How many characters are looked at between two looks at the clock. */
const STEP = 16_384;
/** No object below this length has so many fields: `"a":1,` for each. */
const CHARS_MIN = FILE_COLUMNS_MAX * 6;

/**
 * What a JSON text has more of than one call reads: fields in one object, or values in all. Asked before it is parsed:
 * an object with hundreds of thousands of fields costs its parser, and everybody who walks through it, many seconds in
 * one go, and so do millions of numbers.
 */
export async function tooMuchIn(text: string, env: Env): Promise<"fields" | "values" | undefined> {
  if (text.length < CHARS_MIN) return undefined;
  const turns = createTurns(env);
  // Fields that were begun in each open object; lists have none.
  const open: number[] = [];
  let values = 0;
  let nextLook = STEP;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= nextLook) {
      if (turns.isDue()) await turns.take();
      nextLook = at + STEP;
    }
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPENS_OBJECT) open.push(1);
    else if (code === OPENS_LIST) open.push(Number.NEGATIVE_INFINITY);
    else if (code === OPENS_OBJECT + 2 || code === OPENS_LIST + 2) open.pop();
    else if (code === COMMA && open.length > 0) {
      const fields = (open.pop() ?? 0) + 1;
      values += 1;
      if (fields > FILE_COLUMNS_MAX) return "fields";
      if (values > FILE_VALUES_MAX) return "values";
      open.push(fields);
    }
  }
  return undefined;
}

/** Where the quotation mark stands that ends a string. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}

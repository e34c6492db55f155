import { refuse } from "../errors.ts";
import { CONTENT_CHARS_MAX } from "../model/memory.ts";

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether there is nothing to read: only spaces, control characters and marks that show nothing. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** A text that something can be made of: not blank, and not longer than a memory may be. */
export function requireContent(content: string, field = "content"): void {
  if (isBlank(content)) throw refuse("INVALID_PARAMS", `${field} must hold some text`, "content_empty");
  if (content.length > CONTENT_CHARS_MAX) {
    const words = `${field} may have at most ${CONTENT_CHARS_MAX} characters; split it`;
    throw refuse("INVALID_PARAMS", words, "content_too_long", { chars: content.length });
  }
}

import type { RankDocument } from "./document.ts";
import { bodyOf } from "./prepare.ts";

const TOGETHER_CHARS_MAX = 600;

/**
 * What is embedded for a document: a short turn together with the one before it in its group,
 * since "Yes, last May" means what was asked. The speaker is left out: ranking knows who is asked about.
 */
export function embeddedText(
  document: Pick<RankDocument, "text" | "caption">,
  before?: Pick<RankDocument, "text" | "caption">,
): string {
  const own = bodyOf(document);
  if (before === undefined) return own;
  const together = `${bodyOf(before)}\n${own}`;
  return together.length <= TOGETHER_CHARS_MAX ? together : own;
}

import { z } from "zod";
import { NO_META, type Parsed, type Part, type Skipped, wholePart } from "../../model/parsed.ts";
import { parseTime } from "../../model/time.ts";
import { isPlain } from "../decode.ts";
import { messagesIn } from "./chat-messages.ts";
import { readMeta } from "./front-matter.ts";
import { parseJupyter } from "./jupyter.ts";

const Entry = z.looseObject({
  text: z.string(),
  page: z.int().min(0).optional(),
  speaker: z.string().trim().min(1).max(200).optional().catch(undefined),
});
const JsonNotebook = z.looseObject({ pages: z.array(Entry) });
const OneText = z.looseObject({ text: z.string() });

/**
 * Reads a JSON notebook: `{title, author, created_at, tags, pages: [{text, page?, timestamp?, speaker?}]}`, or one `text`;
 * or what a chat was exported as, a list of messages.
 */
export function parseJsonNotebook(json: unknown): Parsed | Skipped {
  if (typeof json !== "object" || json === null) return { skipped: "not_a_notebook" };
  if ("cells" in json) return parseJupyter(json);
  const parts = partsOf(json);
  if (parts === undefined) return { skipped: "not_a_notebook" };
  if (!parts.every((part) => isPlain(part.text))) return { skipped: "not_text" };
  const meta = Array.isArray(json) ? { meta: NO_META, notes: [] } : readMeta(json as Record<string, unknown>);
  return { format: "json", ...meta, parts, markdown: true };
}

function partsOf(json: object): Part[] | undefined {
  const paged = JsonNotebook.safeParse(json);
  if (paged.success) {
    return paged.data.pages.map(({ text, page, timestamp, speaker }, index) =>
      wholePart(`entry ${index + 1}`, text, page ?? index + 1, parseTime(timestamp), speaker),
    );
  }
  const single = OneText.safeParse(json);
  if (single.success) return [wholePart("entry 1", single.data.text, null, parseTime(single.data.timestamp))];
  return messagesIn(json)?.map(({ nth, text, speaker, timestamp }) =>
    wholePart(`entry ${nth}`, text, nth, timestamp, speaker),
  );
}

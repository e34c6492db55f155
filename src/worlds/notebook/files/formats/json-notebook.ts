import { z } from "zod";
import { type Parsed, type Part, type Skipped, wholePart } from "../../model/parsed.ts";
import { parseTime } from "../../model/time.ts";
import { isPlain } from "../decode.ts";
import { readMeta } from "./front-matter.ts";
import { parseJupyter } from "./jupyter.ts";

const Entry = z.looseObject({ text: z.string(), page: z.int().min(0).optional() });
const JsonNotebook = z.looseObject({ pages: z.array(Entry) });
const OneText = z.looseObject({ text: z.string() });

/** Reads a JSON notebook: `{title, author, created_at, tags, pages: [{text, page?, timestamp?}]}`, or one `text`. */
export function parseJsonNotebook(json: unknown): Parsed | Skipped {
  if (typeof json !== "object" || json === null) return { skipped: "not_a_notebook" };
  if ("cells" in json) return parseJupyter(json);
  const paged = JsonNotebook.safeParse(json);
  const single = OneText.safeParse(json);
  if (!paged.success && !single.success) return { skipped: "not_a_notebook" };
  const parts: Part[] = paged.success
    ? paged.data.pages.map(({ text, page, timestamp }, index) =>
        wholePart(`entry ${index + 1}`, text, page ?? index + 1, parseTime(timestamp)),
      )
    : [wholePart("entry 1", single.data?.text ?? "", null, parseTime(single.data?.timestamp))];
  if (!parts.every((part) => isPlain(part.text))) return { skipped: "not_text" };
  return { format: "json", ...readMeta(json as Record<string, unknown>), parts, markdown: true };
}

import type { ParseFailure } from "../../../../kernel/index.ts";
import { NO_META, type Parsed, type Skipped, type SkipReason, wholePart } from "../../model/parsed.ts";
import type { Parsing } from "../parsing.ts";

const REASON_OF: Readonly<Record<ParseFailure, SkipReason>> = {
  broken: "broken_pdf",
  time: "takes_too_long",
  memory: "takes_too_much_memory",
  output: "too_much_text",
  crash: "ends_its_reader",
};

/** Reads the text layer of a PDF: each page is a part of its own, and offsets count in its extracted text. */
export async function parsePdf(bytes: Uint8Array, { parse, signal }: Parsing): Promise<Parsed | Skipped> {
  const outcome = await parse({ parser: "pdf", bytes, signal });
  if ("failure" in outcome) return { skipped: REASON_OF[outcome.failure] };
  const parts = outcome.value.pages.map((text, index) =>
    wholePart(`page ${index + 1}`, text.toWellFormed().replaceAll("\0", ""), index + 1),
  );
  const notes = parts.every((part) => part.text.trim() === "") ? ["The PDF has no text layer."] : [];
  return { format: "pdf", meta: NO_META, parts, markdown: false, notes };
}

import { NO_META, type Parsed, type Skipped, wholePart } from "../../model/parsed.ts";

/** Reads the text layer of a PDF: each page is a part of its own, and offsets count in its extracted text. */
export async function parsePdf(bytes: Uint8Array): Promise<Parsed | Skipped> {
  // Loaded when the first PDF comes: it is the largest thing here and most collections have none.
  const { extractText, getDocumentProxy } = await import("unpdf");
  let pages: string[];
  try {
    // The reader takes the buffer away from whoever hands it over.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    pages = (await extractText(document, { mergePages: false })).text;
    await document.loadingTask.destroy();
  } catch {
    return { skipped: "broken_pdf" };
  }
  const parts = pages.map((text, index) =>
    wholePart(`page ${index + 1}`, text.toWellFormed().replaceAll("\0", ""), index + 1),
  );
  const notes = parts.every((part) => part.text.trim() === "") ? ["The PDF has no text layer."] : [];
  return { format: "pdf", meta: NO_META, parts, markdown: false, notes };
}

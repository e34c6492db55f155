import { getDocumentProxy } from "unpdf";
import type { Parsers } from "../parse.ts";

/** One page after the other, each forgotten before the next: all at once a book would take as much memory as a bomb. */
export async function parsePdf(bytes: Uint8Array): Promise<Parsers["pdf"]> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
    page.cleanup();
  }
  await document.loadingTask.destroy();
  return { pages };
}

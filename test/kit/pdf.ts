import { constants, deflateRawSync, deflateSync } from "node:zlib";

/** A PDF of these objects, numbered from 1; the first is the catalog. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  let size = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    size += part.length;
  };
  const offsets = objects.map((object, index) => {
    const at = size;
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]));
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const startxref = size;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\n`));
  add(Buffer.from(`startxref\n${startxref}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** A stream object; `entries` stand in its dictionary. */
export function streamOf(content: string | Buffer, entries = ""): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

function pageOf(contents: string, resources: string): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents ${contents} /Resources << ${resources} >> >>`;
}

/** A PDF with one page per line of text. */
export function textPdf(...lines: readonly string[]): Buffer {
  const kids = lines.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  return pdfOf([
    CATALOG,
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    FONT,
    ...lines.flatMap((line, index) => [
      pageOf(`${5 + index * 2} 0 R`, "/Font << /F1 3 0 R >>"),
      streamOf(`BT /F1 12 Tf 10 50 Td (${line}) Tj ET`),
    ]),
  ]);
}

/** Form objects that each draw the next one ten times: 10^depth drawings from a file of a few kilobytes. */
export function nestedForms(depth = 20, text = "on and on"): Buffer {
  const draw = "/X Do ".repeat(10);
  const forms = Array.from({ length: depth }, (_, index) => {
    const next = index + 1 < depth ? `/XObject << /X ${index + 6} 0 R >>` : "";
    const drawn = index + 1 < depth ? draw : `BT /F1 12 Tf 10 50 Td (${text}) Tj ET`;
    const entries = `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 4 0 R >> ${next} >>`;
    return streamOf(drawn, entries);
  });
  return pdfOf([
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    pageOf(`${forms.length + 5} 0 R`, "/XObject << /X 5 0 R >>"),
    FONT,
    ...forms,
    streamOf(draw),
  ]);
}

const FLATE_PIECE_BYTES = 16 * 1024 * 1024;

/** Blanks, deflated three times over: two kilobytes that open into gigabytes. Made piece by piece, to stay small here. */
export function nestedFlate(pieces = 150): Buffer {
  const piece = deflateRawSync(Buffer.alloc(FLATE_PIECE_BYTES, " "), { finishFlush: constants.Z_FULL_FLUSH });
  // Header, the same piece again and again, and an empty last block; readers do not look at the checksum.
  const once = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array(pieces).fill(piece),
    Buffer.from([3, 0, 0, 0, 0, 0]),
  ]);
  const thrice = deflateSync(deflateSync(once, { level: 9 }), { level: 9 });
  return pdfOf([
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    pageOf("4 0 R", ""),
    streamOf(thrice, "/Filter [/FlateDecode /FlateDecode /FlateDecode]"),
  ]);
}

/** A page tree that leads back to itself. */
export function endlessPages(count = 1_000_000): Buffer {
  return pdfOf([CATALOG, `<< /Type /Pages /Kids [2 0 R 2 0 R] /Count ${count} >>`]);
}

/** One page in a tree that claims to hold a hundred million. */
export function claimedPages(count = 100_000_000): Buffer {
  return pdfOf([
    CATALOG,
    `<< /Type /Pages /Kids [3 0 R] /Count ${count} >>`,
    pageOf("4 0 R", "/Font << /F1 5 0 R >>"),
    streamOf("BT /F1 12 Tf 10 50 Td (alone) Tj ET"),
    FONT,
  ]);
}

/** An inline image of more pixels than any memory holds. */
export function hugeImage(): Buffer {
  return pdfOf([
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    pageOf("4 0 R", ""),
    streamOf("BI /W 65000 /H 65000 /BPC 8 /CS /RGB /F /Fl ID x EI BT ET"),
  ]);
}

/** Deeply nested arrays in the content. */
export function deepArrays(depth = 2_000_000): Buffer {
  return pdfOf([
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    pageOf("4 0 R", ""),
    streamOf(deflateSync("[".repeat(depth)), "/Filter /FlateDecode"),
  ]);
}

/** A font whose table of characters names a range of all there are, thousands of times. */
export function hugeCharacterMap(ranges = 20_000): Buffer {
  const lines = Array.from({ length: ranges }, () => "<0000> <ffff> <0041>").join("\n");
  const map = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${ranges} beginbfrange\n${lines}\nendbfrange endcmap end`;
  return pdfOf([
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    pageOf("4 0 R", "/Font << /F1 5 0 R >>"),
    streamOf("BT /F1 12 Tf 10 50 Td (words) Tj ET"),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
    streamOf(deflateSync(map), "/Filter /FlateDecode"),
  ]);
}

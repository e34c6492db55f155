import { crc32 } from "node:zlib";
import { DOCUMENTS, wordFile } from "../../test/kit/documents.ts";
import { textPdf } from "../../test/kit/pdf.ts";

/** Words of each file that tell it from others of its kind: the n-th file has n behind them. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  "offer.eml": ["Angebot_f=C3=BCr_K=C3=BCche", "Message-ID: <", "Measure the kitchen"],
  "team.ics": ["UID:", "Planning", "Book the room"],
  "ines.vcf": ["FN:Ines Brandt", "EMAIL:ines", "TEL:+49 30 "],
  "invoice.txt": ["2026-0117"],
  "plan.md": ["Kitchen plan", "Order hinges", "Measure walls"],
  "wood.html": ["ash"],
  "chatgpt.json": ["Hinges", "c-", "m-", "For oak."],
  "claude.json": ["Oils", "k-1", "k-m", "Linseed or tung?"],
  "drying.ipynb": ["Drying times", "Measured in May."],
  "people.csv": ["Ada", "Lovelace", "ada"],
  "books.json": ["Dune"],
  "log.ndjson": ["begun", "done"],
};

/** The n-th file of a kind: what it says is said by no other. */
export function distinctFile(name: string, n: number): Buffer {
  const { content } = DOCUMENTS[name] ?? {};
  if (content === undefined) throw new TypeError(`there is no document ${name}`);
  if (name === "invoice.pdf") return textPdf(`Invoice INV-${n}`, "Date: 20/03/2026", `Total $ ${n}.50`);
  if (name === "letter.docx") return wordFile([`Dear Mr. Tom Weiss ${n},`, "the oak is here."], `Letter ${n}`);
  if (name === "pixel.png") return withTitle(content, `Pixel ${n}`);
  const words = TELLING[name];
  if (words === undefined) throw new TypeError(`nothing tells one ${name} from another`);
  let text = content.toString("utf8");
  for (const one of words) text = text.replaceAll(one, `${one}${n}`);
  return Buffer.from(text);
}

const PNG_HEADER_BYTES = 33;

/** A picture that says what it is called, in a chunk behind its header. */
function withTitle(png: Buffer, title: string): Buffer {
  const body = Buffer.from(`tEXtTitle\0${title}`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), length, body, sum, png.subarray(PNG_HEADER_BYTES)]);
}

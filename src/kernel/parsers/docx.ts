import { unzipSync } from "fflate";
import { Parser } from "htmlparser2";
import type { TextFile, TextProperty } from "../text-files.ts";

/** What one entry may come to. A bomb says a small number and means a large one: memory is watched besides. */
const ENTRY_BYTES_MAX = 64 * 1024 * 1024;
const DOCUMENT = "word/document.xml";
const PROPERTIES = "docProps/core.xml";
const NAMES: Readonly<Record<string, string>> = {
  "dc:title": "title",
  "dc:creator": "author",
  "dc:subject": "subject",
  "dc:description": "description",
  "cp:keywords": "keywords",
  "cp:lastmodifiedby": "last_modified_by",
  "dcterms:created": "created",
  "dcterms:modified": "modified",
};

/** The text of a Word file, paragraph by paragraph; cells of a row are parted by tabs. Nothing else in the archive is opened. */
export function parseDocx(bytes: Uint8Array): TextFile {
  const entries = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (name !== DOCUMENT && name !== PROPERTIES) return false;
      if (originalSize > ENTRY_BYTES_MAX) throw new RangeError("an entry larger than may be");
      return true;
    },
  });
  const document = entries[DOCUMENT];
  if (document === undefined) throw new TypeError("no Word document");
  return { text: textOf(document), properties: propertiesOf(entries[PROPERTIES]) };
}

// Markup is read without its document type: entities that a file declares itself are never expanded.
const XML = { xmlMode: true, decodeEntities: true, lowerCaseTags: true } as const;

function textOf(xml: Uint8Array): string {
  const paragraphs: string[] = [];
  let line = "";
  let inText = false;
  let deleted = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (name === "w:t") inText = true;
        else if (name === "w:del") deleted += 1;
        else if (name === "w:tab") line += "\t";
        else if (name === "w:br" || name === "w:cr") line += "\n";
      },
      ontext(data) {
        if (inText && deleted === 0) line += data;
      },
      onclosetag(name) {
        if (name === "w:t") inText = false;
        else if (name === "w:del") deleted -= 1;
        else if (name === "w:tc") line += "\t";
        else if (name === "w:p") {
          // A cell's paragraph ends inside its row, which is one line.
          paragraphs.push(line);
          line = "";
        }
      },
    },
    XML,
  );
  parser.write(Buffer.from(xml).toString("utf8"));
  parser.end();
  return [...paragraphs, line].join("\n").replaceAll("\0", "").trim();
}

function propertiesOf(xml: Uint8Array | undefined): TextProperty[] {
  const found: TextProperty[] = [];
  let name: string | undefined;
  let value = "";
  if (xml === undefined) return found;
  const parser = new Parser(
    {
      onopentagname(tag) {
        name = NAMES[tag];
        value = "";
      },
      ontext(data) {
        if (name !== undefined) value += data;
      },
      onclosetag() {
        const line = value.replace(/[\s\0]+/g, " ").trim();
        if (name !== undefined && line !== "") found.push({ name, value: line });
        name = undefined;
      },
    },
    XML,
  );
  parser.write(Buffer.from(xml).toString("utf8"));
  parser.end();
  return found;
}

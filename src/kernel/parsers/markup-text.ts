import { Parser } from "htmlparser2";
import type { TextFile, TextProperty } from "../text-files.ts";

/** Elements that begin on a line of their own. */
const BLOCKS = new Set(
  "address,article,aside,blockquote,body,dd,div,dl,dt,fieldset,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,html,li,main,nav,ol,p,pre,section,table,tbody,td,tfoot,th,thead,title,tr,ul".split(
    ",",
  ),
);
/** What is written for programs. */
const SILENT = new Set(["script", "style", "template", "noscript", "svg", "math", "iframe", "object", "head"]);
const META = new Set([
  "author",
  "description",
  "keywords",
  "date",
  "article:published_time",
  "article:modified_time",
  "og:title",
  "og:site_name",
]);
const PROPERTIES_MAX = 50;
const PROPERTY_CHARS_MAX = 2000;
const DATA_MAX = 20;
const DATA_CHARS_MAX = 200_000;

/** The text of a page as a reader sees it: markup away, references resolved, nothing run and nothing fetched. */
export function parseHtml(bytes: Uint8Array): TextFile {
  const text = createLines();
  const properties: TextProperty[] = [];
  const silent: string[] = [];
  const data: string[] = [];
  let script: string | undefined;
  let title: string | undefined;
  let inTitle = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === "title" && title === undefined) [title, inTitle] = ["", true];
        const meta = (attributes.name ?? attributes.property ?? "").toLowerCase();
        if (name === "meta" && META.has(meta)) add(meta, attributes.content);
        if (name === "html") add("lang", attributes.lang);
        if (name === "script" && /^application\/ld\+json\b/i.test(attributes.type ?? "")) script = "";
        if (SILENT.has(name)) silent.push(name);
        if (silent.length > 0) return;
        if (BLOCKS.has(name) || name === "br") text.breakLine();
        if (name === "img" && attributes.alt) text.add(attributes.alt);
      },
      ontext(words) {
        if (inTitle) title += words;
        if (script !== undefined) script += words;
        if (silent.length === 0) text.add(words);
      },
      onclosetag(name) {
        if (name === "title") inTitle = false;
        if (name === "script") keepScript();
        const at = silent.lastIndexOf(name);
        if (at !== -1) silent.length = at;
        else if (silent.length === 0 && BLOCKS.has(name)) text.breakLine();
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(Buffer.from(bytes).toString("utf8"));
  parser.end();
  add("title", title);
  return { text: text.whole(), properties, ...(data.length > 0 && { data }) };

  function keepScript(): void {
    if (script !== undefined && script.trim() !== "" && data.length < DATA_MAX && script.length <= DATA_CHARS_MAX) {
      data.push(script);
    }
    script = undefined;
  }

  function add(name: string, value: string | undefined): void {
    const line = (value ?? "").replace(/[\s\0]+/g, " ").trim();
    if (line !== "" && properties.length < PROPERTIES_MAX) {
      properties.push({ name, value: line.slice(0, PROPERTY_CHARS_MAX).toWellFormed() });
    }
  }
}

/** Puts text together line by line: white space of the markup says nothing, and empty lines do not pile up. */
function createLines() {
  const lines: string[] = [];
  let line = "";
  function breakLine(): void {
    const done = line.replace(/[\s\0]+/g, " ").trim();
    if (done !== "" || (lines.length > 0 && lines.at(-1) !== "")) lines.push(done);
    line = "";
  }
  return {
    add(data: string) {
      line += data;
    },
    breakLine() {
      if (line.trim() !== "") breakLine();
    },
    whole(): string {
      if (line !== "") breakLine();
      return lines.join("\n").trim();
    },
  };
}

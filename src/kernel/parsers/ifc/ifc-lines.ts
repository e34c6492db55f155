import { type IfcLines, type IfcLineValue, ifcSchemaOf } from "../../ifc-file.ts";
import { withoutComments } from "./readable.ts";
import { decodeText } from "./step-text.ts";

const HEADER_CHARS = 64 * 1024;
const SCHEMA = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/;

/** Every line of an IFC file as it stands, without a look at what it means. */
export async function parseIfcLines(bytes: Uint8Array): Promise<IfcLines> {
  const text = textOf(bytes);
  const declared = SCHEMA.exec(withoutComments(text.slice(0, HEADER_CHARS)))?.[1] ?? "";
  // Names of one edition are one; the others stay as they are declared.
  const schema = declared.toUpperCase().startsWith("IFC4X3") ? declared : (ifcSchemaOf(declared) ?? declared);
  const reader = createReader(text, dataStart(text));
  const lines: [number, string, readonly IfcLineValue[]][] = [];
  for (let line = reader.line(); line !== undefined; line = reader.line()) lines.push(line);
  return { schema, lines };
}

/** A STEP file is ASCII; programs that write other letters as they are mean UTF-8 or Latin 1. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

function dataStart(text: string): number {
  const at = /\bDATA\s*(?:\([^)]*\)\s*)?;/.exec(text);
  if (at === null) throw new Error("no data section");
  return at.index + at[0].length;
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const WORD = /[A-Za-z_]\w*/y;
const BLANK = /(?:\s|\/\*[\s\S]*?\*\/)*/y;

function createReader(text: string, start: number) {
  let at = start;

  function skip(): void {
    BLANK.lastIndex = at;
    BLANK.exec(text);
    at = BLANK.lastIndex;
  }
  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }
  function need(sign: string): void {
    skip();
    if (text[at] !== sign) throw new Error(`${sign} expected at ${at}`);
    at += 1;
  }
  function upTo(sign: string): string {
    const end = text.indexOf(sign, at + 1);
    if (end === -1) throw new Error(`${sign} is not closed`);
    const inner = text.slice(at + 1, end);
    at = end + 1;
    return inner;
  }
  function quoted(): string {
    let end = at + 1;
    for (;;) {
      end = text.indexOf("'", end);
      if (end === -1) throw new Error("text is not closed");
      if (text[end + 1] !== "'") break;
      end += 2;
    }
    const inner = text.slice(at + 1, end).replaceAll("''", "'");
    at = end + 1;
    return decodeText(inner);
  }
  function list(): IfcLineValue[] {
    need("(");
    const values: IfcLineValue[] = [];
    for (skip(); text[at] !== ")"; skip()) {
      if (at >= text.length) throw new Error("a list is not closed");
      if (values.length > 0) need(",");
      values.push(value());
    }
    at += 1;
    return values;
  }
  function value(): IfcLineValue {
    skip();
    switch (text[at]) {
      case "(":
        return list();
      case "'":
        return quoted();
      case "$":
        at += 1;
        return null;
      case "*":
        at += 1;
        return { derived: true };
      case ".":
        if (!/\d/.test(text[at + 1] ?? "")) return { word: upTo(".") };
        break;
      case '"':
        return { binary: upTo('"') };
      case "#":
        at += 1;
        return { ref: Number(take(NUMBER)) };
    }
    const number = take(NUMBER);
    if (number !== undefined) return Number(number);
    const type = take(WORD);
    if (type === undefined) throw new Error(`nothing known at ${at}`);
    const [inner = null] = list();
    return { type: type.toUpperCase(), value: inner };
  }
  /** The next line; none at the end of the section. */
  function line(): [number, string, readonly IfcLineValue[]] | undefined {
    skip();
    if (text[at] !== "#") return undefined;
    at += 1;
    const id = Number(take(/\d+/y));
    need("=");
    skip();
    const type = take(WORD);
    if (type === undefined) throw new Error(`a line without a type at ${at}`);
    const values = list();
    need(";");
    return [id, type.toUpperCase(), values];
  }
  return { line };
}

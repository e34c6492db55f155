/** A value as a STEP file writes it. */
export type Token = string;

/** The number of an instance, as others refer to it. */
export type Ref = `#${number}`;

export const NONE: Token = "$";
/** What the schema derives from something else. */
export const DERIVED: Token = "*";

/** A real number: it has a point, also where it has an exponent. */
export function real(value: number): Token {
  if (!Number.isFinite(value)) throw new RangeError("a STEP file holds no number without an end");
  const digits = String(value === 0 ? 0 : value).toUpperCase();
  if (digits.includes(".")) return digits;
  return digits.includes("E") ? digits.replace("E", ".E") : `${digits}.`;
}

export function integer(value: number): Token {
  return String(Math.round(value));
}

/** Text in quotes; what is not ASCII is written in code units of UTF-16, four digits each. */
export function text(value: string | null | undefined): Token {
  if (value === null || value === undefined) return NONE;
  let out = "";
  let coded = "";
  const flush = () => {
    if (coded !== "") out += `\\X2\\${coded}\\X0\\`;
    coded = "";
  };
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code >= 0x20 && code < 0x7f) {
      flush();
      out += code === 0x27 ? "''" : code === 0x5c ? "\\\\" : value[at];
    } else coded += code.toString(16).toUpperCase().padStart(4, "0");
  }
  flush();
  return `'${out}'`;
}

export function word(value: string): Token {
  return `.${value}.`;
}

export function truth(value: boolean): Token {
  return value ? ".T." : ".F.";
}

export function list(values: readonly Token[]): Token {
  return `(${values.join(",")})`;
}

/** A value that says of which type it is, where the schema leaves that open. */
export function typed(type: string, value: Token): Token {
  return `${type}(${value})`;
}

export interface StepWriter {
  add(type: string, ...values: readonly Token[]): Ref;
  /** The same instance for the same values: points and directions come up again and again. */
  shared(type: string, ...values: readonly Token[]): Ref;
  readonly lines: readonly string[];
}

export function createStepWriter(): StepWriter {
  const lines: string[] = [];
  const known = new Map<string, Ref>();
  function add(type: string, ...values: readonly Token[]): Ref {
    const ref: Ref = `#${lines.length + 1}`;
    lines.push(`${ref}=${type}(${values.join(",")});`);
    return ref;
  }
  function shared(type: string, ...values: readonly Token[]): Ref {
    const key = `${type}(${values.join(",")})`;
    const found = known.get(key) ?? add(type, ...values);
    known.set(key, found);
    return found;
  }
  return { add, shared, lines };
}

export interface StepHeader {
  readonly description: string;
  readonly name: string;
  readonly atMs: number;
  readonly author: string;
  readonly schema: string;
  readonly system: string;
}

export function stepFile(
  { description, name, atMs, author, schema, system }: StepHeader,
  lines: readonly string[],
): string {
  const at = new Date(atMs).toISOString().slice(0, 19);
  const who = `${list([text(author)])},${list([text(system)])}`;
  return [
    "ISO-10303-21;",
    "HEADER;",
    `FILE_DESCRIPTION(${list([text(description)])},'2;1');`,
    `FILE_NAME(${text(name)},${text(at)},${who},${text(system)},${text(system)},${text("none")});`,
    `FILE_SCHEMA(${list([text(schema)])});`,
    "ENDSEC;",
    "DATA;",
    ...lines,
    "ENDSEC;",
    "END-ISO-10303-21;",
    "",
  ].join("\n");
}

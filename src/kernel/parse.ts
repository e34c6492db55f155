import type { IfcFile, IfcLines } from "./ifc-file.ts";
import type { TableFile, TableProblem } from "./table-file.ts";
import type { CardFile, MailFile, TextFile } from "./text-files.ts";

/** What each parser makes of a file. */
export interface Parsers {
  /** A calendar or an address book: iCalendar and vCard. */
  readonly cards: CardFile;
  /** A table whose cells are parted by commas, semicolons or tabs. */
  readonly csv: TableFile | TableProblem;
  readonly docx: TextFile;
  readonly html: TextFile;
  /** A building model: its structure, its parts and what is said of them. */
  readonly ifc: IfcFile;
  /** The same file line by line, as it stands. */
  readonly ifc_lines: IfcLines;
  /** A picture by what is written in it beside its pixels; it has no text. */
  readonly image: TextFile;
  readonly mail: MailFile;
  /** The text layer, page by page. */
  readonly pdf: { readonly pages: readonly string[] };
  /** A table whose cells are parted by tabs alone. */
  readonly tsv: TableFile | TableProblem;
}

export type ParserName = keyof Parsers;

/** What one file may cost. Counted in the parser's own process: how busy the machine is does not matter. */
export interface ParseLimits {
  readonly cpuMs: number;
  readonly memoryMib: number;
  /** Of what the parser hands back. */
  readonly outputBytes: number;
}

/** Why nothing came of a file: a limit that it passed, a parser that it ended, or a fault in itself. */
export type ParseFailure = "time" | "memory" | "output" | "crash" | "broken";

export type ParseOutcome<Name extends ParserName> =
  | { readonly value: Parsers[Name] }
  | { readonly failure: ParseFailure };

/**
 * Parses a file of unknown origin in a process of its own, which is ended where the file costs too much or the caller
 * cancels. The file that was given up once is not tried again while this process lives.
 */
export type Parse = <Name extends ParserName>(asked: {
  readonly parser: Name;
  readonly bytes: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}) => Promise<ParseOutcome<Name>>;

import type { ParserName } from "../parse.ts";

/** What is said before the bytes of a file: which parser, how many bytes, and what they may cost. */
export interface FileHeader {
  readonly parser: ParserName;
  readonly size: number;
  readonly cpuMs: number;
  readonly memoryMib: number;
}

/** What is said before an answer: how many bytes of JSON follow, or that the file is no such file. */
export type AnswerHeader = { readonly size: number } | { readonly broken: true };

/** Where the watch of a parser's process writes why it ended that; whoever started the process listens there. */
export const VERDICT_FD = 3;

/** The longest a header may be: what is longer comes from no parser of ours. */
const HEADER_BYTES_MAX = 1024;
const NEWLINE = 0x0a;

export interface Frame<Header> {
  readonly header: Header;
  readonly body: Buffer;
}

/**
 * Puts the pieces of a stream together to frames: a line of JSON, then as many bytes as it says. `admit` sees each header
 * before a byte of its body is kept, and throws to refuse it.
 */
export function createFrameReader<Header extends object>(
  admit: (header: Header) => void,
  receive: (frame: Frame<Header>) => void,
) {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let header: Header | undefined;
  let wanted = 0;

  function take(size: number): Buffer {
    const all = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, bytes);
    pieces = all.length > size ? [all.subarray(size)] : [];
    bytes = all.length - size;
    return all.subarray(0, size);
  }

  function readHeader(): boolean {
    const newest = pieces.at(-1)?.indexOf(NEWLINE) ?? -1;
    if (newest === -1) {
      if (bytes > HEADER_BYTES_MAX) throw new Error("a header without an end");
      return false;
    }
    const line = take(bytes - (pieces.at(-1)?.length ?? 0) + newest + 1);
    const read = JSON.parse(line.toString("utf8")) as Header;
    admit(read);
    header = read;
    wanted = "size" in read ? Number(read.size) : 0;
    return true;
  }

  return function add(piece: Buffer): void {
    pieces.push(piece);
    bytes += piece.length;
    while (bytes > 0 || header !== undefined) {
      if (header === undefined && !readHeader()) return;
      if (header === undefined || bytes < wanted) return;
      const frame = { header, body: wanted === 0 ? Buffer.alloc(0) : take(wanted) };
      header = undefined;
      receive(frame);
    }
  };
}

export function headerLine(header: FileHeader | AnswerHeader): string {
  return `${JSON.stringify(header)}\n`;
}

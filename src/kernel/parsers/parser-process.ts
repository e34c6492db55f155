import { Console } from "node:console";
import { isMainThread, Worker } from "node:worker_threads";
import { giveWay } from "../give-way.ts";
import type { ParserName, Parsers } from "../parse.ts";
import { createFrameReader, type FileHeader, type Frame, headerLine } from "./frames.ts";
import { SHARED, watch } from "./watch.ts";

// The process that parses: it is handed one file after the other and answers each. Whatever happens in here happens to
// nobody else. Whoever answers people goes first: this one takes what is left of the processor.

/** How long it stays when there is nothing to do. */
const IDLE_MS = 60_000;
const PRIORITY = 5;

const PARSERS: { readonly [Name in ParserName]: (bytes: Uint8Array) => Promise<Parsers[Name]> } = {
  cards: async (bytes) => (await import("./cards.ts")).parseCards(bytes),
  csv: async (bytes) => (await import("./table.ts")).parseCsv(bytes),
  docx: async (bytes) => (await import("./docx.ts")).parseDocx(bytes),
  html: async (bytes) => (await import("./markup-text.ts")).parseHtml(bytes),
  ifc: async (bytes) => (await import("./ifc/parse-ifc.ts")).parseIfc(bytes),
  ifc_lines: async (bytes) => (await import("./ifc/ifc-lines.ts")).parseIfcLines(bytes),
  image: async (bytes) => (await import("./image.ts")).parseImage(bytes),
  mail: async (bytes) => (await import("./mail.ts")).parseMail(bytes),
  pdf: async (bytes) => (await import("./pdf.ts")).parsePdf(bytes),
  tsv: async (bytes) => (await import("./table.ts")).parseTsv(bytes),
};

function serve(): void {
  giveWay(PRIORITY);
  // What a library prints must not stand among the answers.
  globalThis.console = new Console(process.stderr);
  const shared = new Int32Array(new SharedArrayBuffer(SHARED.length * Int32Array.BYTES_PER_ELEMENT));
  // The very same file: one entry in the package is enough.
  const watcher = new Worker(new URL(import.meta.url), {
    workerData: { shared, parent: Number(process.argv[2]) },
    execArgv: [],
  });
  watcher.unref();
  const idle = setTimeout(() => process.exit(), IDLE_MS);
  let jobs = 0;
  let answer: ((text: string) => void) | undefined;

  async function parse({ header, body }: Frame<FileHeader>): Promise<void> {
    idle.unref();
    process.stdin.unref();
    shared[SHARED.cpuMs] = header.cpuMs;
    shared[SHARED.memoryMib] = header.memoryMib;
    jobs += 1;
    setJob(jobs);
    const mine = (text: string) => {
      // Given up already: what comes late must not answer for the next file.
      if (answer !== mine) return;
      answer = undefined;
      setJob(0);
      process.stdout.write(text);
      process.stdin.ref();
      idle.refresh().ref();
    };
    answer = mine;
    // A parser may take the buffer away from whoever hands it over.
    const answered = await PARSERS[header.parser](new Uint8Array(body)).then(
      (value) => {
        const json = JSON.stringify(value);
        return `${headerLine({ size: Buffer.byteLength(json) })}${json}`;
      },
      () => headerLine({ broken: true }),
    );
    mine(answered);
  }

  function setJob(job: number): void {
    Atomics.store(shared, SHARED.job, job);
    Atomics.notify(shared, SHARED.job);
  }

  const read = createFrameReader<FileHeader>(
    () => {},
    (frame) => void parse(frame),
  );
  // Only the watch can end a step that never does, so nothing is taken before it is there.
  watcher.once("online", () => process.stdin.on("data", read));
  process.stdin.on("end", () => process.exit());
  process.stdout.on("error", () => process.exit());
  // Nothing is left that could bring the answer: the parser waits for something that the file promised and has not.
  process.on("beforeExit", () => answer?.(headerLine({ broken: true })));
  process.on("uncaughtException", () => answer?.(headerLine({ broken: true })));
}

if (isMainThread) serve();
else watch();

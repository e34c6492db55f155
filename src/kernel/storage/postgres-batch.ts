import pg from "pg";
import type { Bindable } from "../query.ts";

/** What a statement came to. */
export interface Answer {
  readonly command: string;
  // biome-ignore lint/suspicious/noExplicitAny: rows are as the statement makes them.
  readonly rows: any[];
  readonly rowCount: number | null;
}

/** One statement of a batch. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement that the server is to read, or has read before and kept under this name. */
interface Named extends Statement {
  readonly name: string;
  readonly isKept: boolean;
}

/** What this file uses of the driver's connection, which its types do not name. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { text: string; name: string }): void;
  bind(bound: {
    statement: string;
    values: readonly unknown[];
    valueMapper(value: Bindable): string | Buffer | null;
  }): void;
  describe(portal: { type: "P" }): void;
  execute(portal: object): void;
  sync(): void;
}

/** The driver's own reader of rows. */
interface ResultBuilder extends Answer {
  command: string;
  addFields(fields: readonly unknown[]): void;
  parseRow(fields: readonly unknown[]): unknown;
  addRow(row: unknown): void;
  addCommandComplete(message: unknown): void;
}

/**
 * Statements that go out together and come back together, in one round trip. Where one fails the server does none of those
 * behind it, and all of them fail alike. What the driver calls when answers arrive has the driver's names.
 */
export function createBatch(statements: readonly Named[], timeoutMs: number, done: Done) {
  const answers: ResultBuilder[] = [];
  let current = newResult();
  let unreadable: unknown;
  return {
    query_timeout: timeoutMs,
    callback: done,
    submit(wire: Wire): void {
      wire.stream.cork();
      try {
        for (const { text, values, name, isKept } of statements) {
          if (!isKept) wire.parse({ text, name });
          wire.bind({ statement: name, values, valueMapper: toWire });
          wire.describe({ type: "P" });
          wire.execute({});
        }
        wire.sync();
      } finally {
        wire.stream.uncork();
      }
    },
    handleRowDescription: ({ fields }: { fields: readonly unknown[] }) => current.addFields(fields),
    handleDataRow({ fields }: { fields: readonly unknown[] }) {
      try {
        current.addRow(current.parseRow(fields));
      } catch (error) {
        unreadable ??= error;
      }
    },
    handleCommandComplete(message: unknown) {
      current.addCommandComplete(message);
      answers.push(current);
      current = newResult();
    },
    handleEmptyQuery() {
      answers.push(current);
      current = newResult();
    },
    handleError(error: unknown) {
      this.callback(unreadable ?? error);
    },
    handleReadyForQuery() {
      this.callback(unreadable, answers);
    },
  };
}

type Done = (error: unknown, answers?: readonly Answer[]) => void;

function newResult(): ResultBuilder {
  return new (pg.Result as unknown as new () => ResultBuilder)();
}

/** As the driver writes them by itself. */
function toWire(value: Bindable): string | Buffer | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}

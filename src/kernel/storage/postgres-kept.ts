import type { Statement } from "./postgres-batch.ts";

/** So many texts a session keeps at most; whatever else is said is read anew each time. */
const KEPT_MAX = 200;
/** What is said this often is likely to be said again: lists of every length would use the places up. */
const OFTEN = 3;
const SEEN_MAX = 1000;

/** What a session of the server has read and keeps: reading and planning cost more than most statements do. */
export interface KeptStatements {
  isKept(text: string): boolean;
  /** Under which name each goes out; nameless ones are not kept. */
  name<Item extends Statement>(
    statements: readonly Item[],
  ): (Item & { readonly name: string; readonly isKept: boolean })[];
  /** They were answered: the server has them now. */
  keep(named: readonly { readonly text: string; readonly name: string }[]): void;
}

export function createKeptStatements(isOwnSession: boolean): KeptStatements {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();
  let given = 0;

  function isOften(text: string): boolean {
    if (!isOwnSession || names.size >= KEPT_MAX) return false;
    if (seen.size >= SEEN_MAX) seen.clear();
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times >= OFTEN;
  }

  return {
    isKept: (text) => names.has(text),
    name(statements) {
      const fresh = new Map<string, string>();
      return statements.map((statement) => {
        const { text } = statement;
        const known = names.get(text) ?? fresh.get(text);
        if (known !== undefined) return { ...statement, name: known, isKept: true };
        // What has no values costs nothing to read, and is easier to follow where somebody watches the line.
        if (statement.values.length === 0 || !isOften(text)) return { ...statement, name: "", isKept: false };
        // A new one each time: where a batch fails nobody knows which of its names the server has.
        given += 1;
        const name = `bailiwick_${given}`;
        fresh.set(text, name);
        return { ...statement, name, isKept: false };
      });
    },
    keep(named) {
      for (const { text, name } of named) {
        if (name === "" || names.has(text)) continue;
        names.set(text, name);
        seen.delete(text);
      }
    },
  };
}

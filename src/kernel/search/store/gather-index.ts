import { KernelError } from "../../errors.ts";
import type { GatheredIndex, IndexOptions, IndexWriter, SearchDocument, StoredFiles } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { areSame } from "./document-row.ts";
import type { Said, Wanted, WantedSpace } from "./write-index.ts";

/** What is still to be said in turn, once the files have been read. */
type Statement =
  | { readonly put: readonly SearchDocument[]; readonly said: Said }
  | { readonly read: (files: StoredFiles) => Promise<readonly SearchDocument[]>; readonly said: Said }
  | { readonly space: string; readonly remove: readonly string[] | undefined; readonly said: Said };

interface Space {
  readonly space: string;
  others: Said | undefined;
  readonly ids: Map<string, Wanted>;
}

/**
 * Gathers what entries say, in their order, and hands it to `write` in as few steps as give the same.
 * A file that cannot be read fails the whole, unless somebody wants to hear of it instead.
 */
export function gatherIndex(
  write: (sql: Sql, wanted: Iterable<WantedSpace>) => Promise<unknown>,
  unreadable?: (error: KernelError) => void,
): GatheredIndex {
  let statements: Statement[] = [];
  return {
    writer: (at): IndexWriter => {
      const said = (options: IndexOptions | undefined): Said => ({ at, history: options?.history ?? false });
      return {
        put: (documents, options) => void statements.push({ put: documents, said: said(options) }),
        putFromFiles: (read, options) => void statements.push({ read, said: said(options) }),
        remove: (space, ids, options) => void statements.push({ space, remove: ids, said: said(options) }),
      };
    },
    async write(sql, files) {
      if (statements.length === 0) return;
      const taken = statements;
      statements = [];
      for (const step of stepsOf(await readFiles(taken, files, unreadable))) await write(sql, step.values());
    },
  };
}

async function readFiles(
  statements: readonly Statement[],
  files: StoredFiles,
  unreadable: ((error: KernelError) => void) | undefined,
): Promise<Exclude<Statement, { read: unknown }>[]> {
  const said = [];
  for (const statement of statements) {
    if (!("read" in statement)) {
      said.push(statement);
      continue;
    }
    try {
      said.push({ put: await statement.read(files), said: statement.said });
    } catch (error) {
      if (unreadable === undefined || !(error instanceof KernelError)) throw error;
      unreadable(error);
    }
  }
  return said;
}

/**
 * The last word on each id counts, all in one step. Only a version that stood for a time, and is to be seen by those
 * who look back, is a step of its own before the one that replaces it.
 */
function stepsOf(statements: readonly Exclude<Statement, { read: unknown }>[]): Map<string, Space>[] {
  const steps = [new Map<string, Space>()];
  const spaceIn = (name: string): Space => {
    const step = steps.at(-1) as Map<string, Space>;
    const space = step.get(name) ?? { space: name, others: undefined, ids: new Map() };
    step.set(name, space);
    return space;
  };
  const say = (name: string, id: string, wanted: Wanted): void => {
    const space = steps.at(-1)?.get(name);
    const named = space?.ids.get(id);
    const before = named ?? space?.others;
    // Said twice, it stands since the first time.
    if (named !== undefined && areOne(named, wanted) && areSame(named.document, wanted.document)) return;
    if (before !== undefined && !areOne(before, wanted)) steps.push(new Map());
    spaceIn(name).ids.set(id, before !== undefined && areOne(before, wanted) ? { ...wanted, anew: true } : wanted);
  };
  for (const statement of statements) {
    const { said } = statement;
    if ("remove" in statement) {
      const { space, remove } = statement;
      if (remove !== undefined) for (const id of remove) say(space, id, { ...said, document: undefined });
      else {
        if (steps.at(-1)?.has(space)) steps.push(new Map());
        spaceIn(space).others = said;
      }
      continue;
    }
    for (const document of statement.put) say(document.space, document.id, { ...said, document });
  }
  return steps;
}

/** Whether the later of two makes the earlier as if it had never been said. */
function areOne(before: Said, after: Said): boolean {
  return before.history === after.history && (!after.history || before.at === after.at);
}

import type { KernelError } from "../../errors.ts";
import type { Event } from "../../event.ts";
import type { GatheredIndex, IndexWriter, StoredFiles } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { gatherIndex } from "../store/gather-index.ts";
import { type WrittenIndexes, writeIndex } from "../store/write-index.ts";

/** Documents alone, without words and vectors: enough to compare with. */
const DOCUMENTS_ONLY: WrittenIndexes = {
  text: { async prepareSpace() {}, async add() {}, async remove() {} },
  vectors: { async remove() {} },
};

/** The index as the log says it should be, in a database beside the real one. */
export interface ExpectedIndex {
  /** Gives an entry of a world its writer … */
  open(world: string, event: Event): IndexWriter;
  /** … and writes what it said. */
  applied(target: Sql): Promise<void>;
  /** Which world fills which spaces, as far as the log tells. */
  readonly owners: ReadonlyMap<string, string>;
}

export function createExpectedIndex(
  files: (tenant: string) => StoredFiles,
  unreadable: (error: KernelError) => void,
): ExpectedIndex {
  const owners = new Map<string, string>();
  let gathered: GatheredIndex | undefined;
  let tenant = "";
  return {
    owners,
    open(world, event) {
      tenant = event.tenant;
      gathered = gatherIndex(async (sql, wanted) => {
        const spaces = [...wanted];
        for (const { space } of spaces) owners.set(space, world);
        await writeIndex(DOCUMENTS_ONLY, sql, event.tenant, spaces);
      }, unreadable);
      return gathered.writer(event.at);
    },
    async applied(target) {
      await gathered?.write(target, files(tenant));
    },
  };
}

import { KernelError } from "../errors.ts";
import { type Event, isApplied } from "../event.ts";
import type { IndexWriter } from "../search.ts";
import type { Sql } from "../sql.ts";
import type { WorldCode } from "../world.ts";

/** Applies an entry that was applied before; false where there is nothing of it to apply. One that cannot be is named. */
export async function applyAgain(
  world: Pick<WorldCode<unknown, unknown>, "apply">,
  event: Event,
  target: Sql,
  index: () => IndexWriter,
): Promise<boolean> {
  if (!isApplied(event)) return false;
  try {
    await world.apply(event, target, index());
    return true;
  } catch (error) {
    if (error instanceof KernelError) throw error;
    const { tenant, seq, id, kind } = event;
    const details = { tenant, seq, id, kind };
    throw new KernelError("storage_corrupt", "An entry of the log cannot be applied", details, { cause: error });
  }
}

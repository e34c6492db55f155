import type { Event, Sql, Touched } from "../../../kernel/index.ts";
import {
  BRANCH_MERGED,
  ELEMENT_CREATED,
  ELEMENT_DELETED,
  ELEMENT_HOSTED,
  ELEMENT_MODIFIED,
  ELEMENTS_JOINED,
  type ElementDeleted,
  type ElementsChanged,
  payloadOf,
  type Recorded,
  UNDO_APPLIED,
} from "../model/recorded.ts";
import type { ChangeScope } from "../model/regenerate/scope-of.ts";
import { createStores } from "../store/stores.ts";

const NEEDS: Readonly<Record<string, Touched["permission"]>> = {
  [ELEMENT_CREATED]: "CREATE",
  [ELEMENT_HOSTED]: "CREATE",
  [ELEMENTS_JOINED]: "CREATE",
  [ELEMENT_MODIFIED]: "MODIFY",
  [ELEMENT_DELETED]: "DELETE",
};

interface Scoped extends Recorded {
  readonly scope?: ChangeScope;
  readonly affected_count?: number;
}

/** What an entry touches. The first of a call counts all that the call reaches, the others nothing more. */
export async function touchesOf(event: Event, sql: Sql): Promise<Touched> {
  const { branch_id, aggregate_id, scope, affected_count } = payloadOf<Scoped>(event);
  const branch = await createStores(sql, event.tenant).branches.find(branch_id);
  const permission = NEEDS[event.kind] ?? (removes(event) ? "DELETE" : undefined);
  return {
    elements: affected_count ?? 0,
    ids: idsOf(event, aggregate_id),
    ...(permission !== undefined && { permission }),
    // What is said of a branch alone touches no element.
    categories: scope?.categories ?? [],
    levels: scope?.levels ?? [],
    ...(scope?.region !== null && { regions: scope === undefined ? [] : [scope.region] }),
    branches: branch === undefined ? [] : [branch.name],
  };
}

/** Whether a merge or an undo takes elements away. */
function removes(event: Event): boolean {
  if (event.kind !== BRANCH_MERGED && event.kind !== UNDO_APPLIED) return false;
  return payloadOf<ElementsChanged>(event).changes.some(({ after }) => after === null);
}

function idsOf(event: Event, aggregateId: string): readonly string[] {
  if (event.kind === ELEMENT_HOSTED) return [];
  if (event.kind === ELEMENT_DELETED) {
    return [aggregateId, ...payloadOf<ElementDeleted>(event).cascadeDeleted.map(({ id }) => id)];
  }
  if (event.kind !== BRANCH_MERGED && event.kind !== UNDO_APPLIED) return [aggregateId];
  return payloadOf<ElementsChanged>(event).changes.map(({ before, after }) => after?.id ?? before?.id ?? "");
}

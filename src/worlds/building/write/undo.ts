import { canonicalJson } from "../../../kernel/index.ts";
import type { Building, Where } from "../building.ts";
import { refuse } from "../model/codes.ts";
import { type Element, toJson } from "../model/element.ts";
import {
  BRANCH_MERGED,
  ELEMENT_CREATED,
  ELEMENT_DELETED,
  ELEMENT_MODIFIED,
  ELEMENTS_JOINED,
  type RecordedChange,
  UNDO_APPLIED,
  type UndoApplied,
} from "../model/recorded.ts";
import type { BranchEvent } from "../store/event-store.ts";
import { elementsAt } from "../store/state-at.ts";

/** What changes elements and can be taken back. */
const UNDOABLE = [ELEMENT_CREATED, ELEMENT_MODIFIED, ELEMENT_DELETED, ELEMENTS_JOINED, BRANCH_MERGED];

interface PlannedUndo {
  readonly changes: ReadonlyMap<string, Element | null>;
  readonly recorded: RecordedChange[];
  readonly undone: string[];
  readonly redone: string[];
}

/** What one call left, taken back: every element as it was before, where nobody touched it since. */
export async function planUndo(
  building: Building,
  { branch, state }: Where,
  eventId: string | undefined,
): Promise<PlannedUndo> {
  const { events, versions } = building.stores;
  const asked = eventId === undefined ? await events.lastStanding(branch.id, UNDOABLE) : await events.find(eventId);
  if (asked === undefined || asked.branch_id !== branch.id) {
    throw refuse(
      "event_not_found",
      eventId === undefined ? "Nothing on this branch can be undone" : "This branch has no event with this id",
    );
  }
  if (asked.undone_by !== null)
    throw refuse("stale", "This event was undone already", { event_id: asked.event_id, undone_by: asked.undone_by });
  const command = await events.ofCommand(branch.id, asked.command_id);
  if (!command.some(({ kind }) => kind === UNDO_APPLIED || UNDOABLE.includes(kind))) {
    throw refuse("unsupported", "This call changed no element: there is nothing to undo", {
      event_id: asked.event_id,
    });
  }
  const [first, last] = [command[0] as BranchEvent, command.at(-1) as BranchEvent];
  const before = await elementsAt(building.stores, branch, first.seq - 1);
  const changes = new Map<string, Element | null>();
  for (const event of command) {
    for (const id of (await versions.at(branch.id, event.seq)).keys()) changes.set(id, before.get(id) ?? null);
  }
  const touched: string[] = [];
  for (const id of changes.keys()) {
    if (((await versions.of(branch.id, id)).at(-1)?.seq ?? 0) > last.seq) touched.push(id);
  }
  // What was changed since and taken back is as the call left it, so that one undo can follow another.
  const left = touched.length === 0 ? state : await elementsAt(building.stores, branch, last.seq);
  const other = touched.find((id) => !isSame(left.get(id), state.get(id)));
  if (other !== undefined) {
    throw refuse("stale", "An element was changed again since: undo that first", { element_id: other });
  }
  return {
    changes,
    recorded: [...changes].map(([id, after]) => change(state.get(id) ?? null, after)),
    undone: command.map((event) => event.event_id),
    redone: asked.kind === UNDO_APPLIED ? [...(JSON.parse(asked.payload) as UndoApplied).undone] : [],
  };
}

function isSame(one: Element | undefined, other: Element | undefined): boolean {
  return (
    canonicalJson(one === undefined ? null : toJson(one)) === canonicalJson(other === undefined ? null : toJson(other))
  );
}

export function change(before: Element | null, after: Element | null): RecordedChange {
  return { before: before && toJson(before), after: after && toJson(after) } as RecordedChange;
}

import { type Json, KernelError } from "../../../kernel/index.ts";
import type { Building, Where } from "../building.ts";
import { checkReferences } from "../model/check/check-references.ts";
import { codeOf, refuse } from "../model/codes.ts";
import type { Element, ElementType, Parameters } from "../model/element.ts";
import { type Conflict, merge, type Resolution, type Side } from "../model/merge/merge.ts";
import { shownParameters } from "../model/parameters/convert.ts";
import { parametersOf } from "../model/parameters/of-type.ts";
import { BRANCH_MERGED, CONFLICT_RESOLVED, type Recorded } from "../model/recorded.ts";
import type { Branch } from "../store/branch-store.ts";
import { elementsAt } from "../store/state-at.ts";
import type { Plan } from "./change.ts";
import { change } from "./undo.ts";

/** Conflicts that a refusal lists. */
const LISTED_MAX = 100;

/** What a branch brings into another. */
export async function planMerge(
  building: Building,
  { project, branch: target, state }: Where,
  source: Branch,
  resolutions: readonly Resolution[],
): Promise<Plan> {
  if (source.id === target.id) throw refuse("stale", "A branch is not merged into itself", { branch_id: source.id });
  if (source.project_id !== project.id) {
    throw refuse("different_branches", "The two branches belong to different projects", { branch_id: source.id });
  }
  const [ours, theirs] = await sidesOf(building, source, target);
  const { changes, conflicts, settled } = merge(ours, theirs, resolutions);
  if (conflicts.length > 0) {
    throw refuse("merge_conflict", "Both branches changed the same: nothing was merged", {
      conflicts: conflicts
        .slice(0, LISTED_MAX)
        .map((conflict) => shownConflict(conflict, ours.now.get(conflict.element_id))),
      conflict_count: conflicts.length,
    });
  }
  requireWhole(state.with(changes), changes);
  const kinds = { created: 0, modified: 0, deleted: 0 };
  for (const [id, after] of changes) {
    if (after === null) kinds.deleted += 1;
    else if (state.get(id) === undefined) kinds.created += 1;
    else kinds.modified += 1;
  }
  const recorded = [...changes].map(([id, after]) => change(state.get(id) ?? null, after));
  return {
    changes,
    events: [
      ...settled.map(({ conflict, take }) => ({
        kind: CONFLICT_RESOLVED,
        aggregate_id: conflict.element_id,
        payload: { parameter: conflict.parameter, take, source: conflict.source, target: conflict.target },
      })),
      {
        kind: BRANCH_MERGED,
        aggregate_id: source.id,
        payload: { source_branch_id: source.id, source_seq: source.head_seq, changes: recorded },
        about: [...changes.keys()],
      },
    ],
    warnings: changes.size === 0 ? ["There was nothing to merge."] : [],
    answer: () => ({ source_branch_id: source.id, merged: kinds, resolved: settled.length }),
  };
}

/** An element of one branch that the other took the ground from is a conflict too. */
function requireWhole(merged: Where["state"], changes: ReadonlyMap<string, Element | null>): void {
  for (const [id, element] of changes) {
    try {
      checkReferences(merged, id, element);
    } catch (error) {
      const own = error instanceof KernelError ? codeOf(error) : undefined;
      if (own === undefined) throw error;
      throw refuse(
        "merge_conflict",
        "One branch needs what the other deleted: bring it back, or delete what needs it, then merge",
        {
          conflicts: [{ element_id: id, parameter: null, ...own.details }],
          conflict_count: 1,
        },
      );
    }
  }
}

function shownConflict({ element_id, parameter, source, target }: Conflict, element: Element | undefined): Json {
  const show = (value: Json) => {
    if (value === null) return null;
    // A whole element, where one side deleted it or both made it.
    if (parameter === null) {
      const whole = value as { readonly type: ElementType; readonly parameters: Parameters };
      return { type: whole.type, parameters: shownParameters({ id: element_id, ...whole }) };
    }
    return element === undefined ? value : (parametersOf(element.type)[parameter]?.show(value) ?? value);
  };
  return { element_id, parameter, source: show(source), target: show(target) };
}

interface Place {
  readonly branch: Branch;
  readonly seq: number;
}

/** Both branches, each since they last agreed: at an earlier merge, or where their lines part. */
async function sidesOf(building: Building, source: Branch, target: Branch): Promise<readonly [Side, Side]> {
  const [from, into] = (await lastMerge(building, source, target)) ?? (await parting(building, source, target));
  const held = ({ branch, seq }: Place) => elementsAt(building.stores, branch, seq);
  return [
    { base: await held(from), now: await held({ branch: source, seq: source.head_seq }) },
    { base: await held(into), now: await held({ branch: target, seq: target.head_seq }) },
  ];
}

interface RecordedMerge extends Recorded {
  readonly source_branch_id: string;
  readonly source_seq: number;
}

/** Where the two stood when one was last merged into the other. */
async function lastMerge(
  building: Building,
  source: Branch,
  target: Branch,
): Promise<readonly [Place, Place] | undefined> {
  const merges = async (into: Branch, from: Branch) => {
    const found = await building.stores.events.ofKind(into.id, BRANCH_MERGED);
    const last = found.find(
      ({ payload, undone_by }) =>
        undone_by === null && (JSON.parse(payload) as RecordedMerge).source_branch_id === from.id,
    );
    return last && { at: last.at, seq: last.seq, fromSeq: (JSON.parse(last.payload) as RecordedMerge).source_seq };
  };
  const [there, back] = [await merges(target, source), await merges(source, target)];
  if (there !== undefined && (back === undefined || there.at >= back.at)) {
    return [
      { branch: source, seq: there.fromSeq },
      { branch: target, seq: there.seq },
    ];
  }
  return (
    back && [
      { branch: source, seq: back.seq },
      { branch: target, seq: back.fromSeq },
    ]
  );
}

/** The last event that both lines share. */
async function parting(building: Building, source: Branch, target: Branch): Promise<readonly [Place, Place]> {
  const [a, b] = [await lineOf(building, source), await lineOf(building, target)];
  for (const one of a) {
    const other = b.find(({ branch }) => branch.id === one.branch.id);
    if (other === undefined) continue;
    const shared = { branch: one.branch, seq: Math.min(one.seq, other.seq) };
    return [shared, shared];
  }
  throw refuse("different_branches", "The two branches share no event", { branch_id: source.id });
}

/** A branch and those it forked from, each up to where that was. */
async function lineOf(building: Building, branch: Branch): Promise<Place[]> {
  const line: Place[] = [{ branch, seq: branch.head_seq }];
  for (let at: Branch | undefined = branch; at?.parent_id != null; ) {
    const seq: number = at.fork_seq ?? 0;
    at = await building.stores.branches.find(at.parent_id);
    if (at !== undefined) line.push({ branch: at, seq });
  }
  return line;
}

import { canonicalJson, type Event, type Sql } from "../../../kernel/index.ts";
import type { Changes, Element } from "../model/element.ts";
import {
  BRANCH_CREATED,
  BRANCH_MERGED,
  BRANCH_SWITCHED,
  type BranchCreated,
  type BranchSwitched,
  CONFLICT_RESOLVED,
  DOCUMENT_KINDS,
  ELEMENT_CREATED,
  ELEMENT_DELETED,
  ELEMENT_HOSTED,
  ELEMENT_MODIFIED,
  ELEMENTS_JOINED,
  type ElementCreated,
  type ElementDeleted,
  type ElementModified,
  type ElementsChanged,
  PROJECT_CREATED,
  type ProjectCreated,
  payloadOf,
  type Recorded,
  UNDO_APPLIED,
  type UndoApplied,
  updated,
  VALIDATION_RUN,
} from "../model/recorded.ts";
import { elementsAt } from "../store/state-at.ts";
import { createStores, type Stores } from "../store/stores.ts";

type Apply = (event: Event, stores: Stores) => Promise<void>;

const APPLIES: Readonly<Record<string, Apply>> = {
  [PROJECT_CREATED]: applyProject,
  [BRANCH_CREATED]: applyBranch,
  [BRANCH_SWITCHED]: applySwitch,
  [ELEMENT_CREATED]: applyCreated,
  [ELEMENTS_JOINED]: applyCreated,
  [ELEMENT_MODIFIED]: applyModified,
  [ELEMENT_DELETED]: applyDeleted,
  // The element itself names its host; the entry says so to whoever reads the log.
  [ELEMENT_HOSTED]: (event, stores) => change(event, stores, new Map()),
  // What is made of a branch changes nothing on it; the entry says what was made and of what state.
  ...Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, applyDocument])),
  [CONFLICT_RESOLVED]: (event, stores) => change(event, stores, new Map()),
  [BRANCH_MERGED]: applyChanges,
  [UNDO_APPLIED]: applyUndo,
  [VALIDATION_RUN]: applyRun,
};

/** Whether an entry says something that tables of this world hold. */
export function isApplicable({ kind, payload }: Event): boolean {
  return payload !== null && APPLIES[kind] !== undefined;
}

/** The only writer of this world's tables. */
export async function applyBuilding(event: Event, sql: Sql): Promise<void> {
  const apply = APPLIES[event.kind];
  if (apply === undefined) throw new TypeError(`the log holds an entry that this build does not know: ${event.kind}`);
  await apply(event, createStores(sql, event.tenant));
}

async function applyProject(event: Event, stores: Stores): Promise<void> {
  const { branch_id, project } = payloadOf<ProjectCreated>(event);
  await stores.projects.insert({ ...project, main_branch_id: branch_id, created_at: event.at });
  await stores.branches.insert({
    id: branch_id,
    project_id: project.id,
    name: "main",
    parent_id: null,
    fork_seq: null,
    fork_event_id: null,
    created_at: event.at,
    head_seq: 0,
    head_event_id: "",
  });
  await change(event, stores, new Map());
}

async function applyBranch(event: Event, stores: Stores): Promise<void> {
  const { branch, project_id, parent_id, fork_seq, fork_event_id } = payloadOf<BranchCreated>(event);
  const parent = await stores.branches.find(parent_id);
  if (parent === undefined) throw new TypeError("the log forks a branch that it did not make");
  await stores.branches.insert({
    ...branch,
    project_id,
    parent_id,
    fork_seq,
    fork_event_id,
    created_at: event.at,
    head_seq: 0,
    head_event_id: "",
  });
  await stores.elements.insert(branch.id, [...(await elementsAt(stores, parent, fork_seq)).values()]);
  await change(event, stores, new Map());
}

async function applySwitch(event: Event, stores: Stores): Promise<void> {
  const { branch_id, project_id, agent } = payloadOf<BranchSwitched>(event);
  await stores.projects.setActiveBranch(project_id, agent, branch_id);
  await change(event, stores, new Map());
}

async function applyCreated(event: Event, stores: Stores): Promise<void> {
  const { element } = payloadOf<ElementCreated>(event);
  await change(event, stores, new Map([[element.id, element]]));
}

async function applyModified(event: Event, stores: Stores): Promise<void> {
  const { branch_id, aggregate_id, updates } = payloadOf<ElementModified>(event);
  const element = await stores.elements.find(branch_id, aggregate_id);
  if (element === undefined) throw new TypeError("the log changes an element that it did not make");
  await change(event, stores, new Map([[element.id, updated(element, updates)]]));
}

async function applyDeleted(event: Event, stores: Stores): Promise<void> {
  const { element, cascadeDeleted } = payloadOf<ElementDeleted>(event);
  await change(event, stores, new Map([element, ...cascadeDeleted].map(({ id }) => [id, null])));
}

async function applyChanges(event: Event, stores: Stores): Promise<void> {
  await change(event, stores, changesIn(payloadOf<ElementsChanged>(event)));
}

async function applyDocument(event: Event, stores: Stores): Promise<void> {
  await change(event, stores, new Map());
}

async function applyUndo(event: Event, stores: Stores): Promise<void> {
  const { undone, redone } = payloadOf<UndoApplied>(event);
  await stores.events.markUndone(undone, event.id);
  await stores.events.markUndone(redone, null);
  await applyChanges(event, stores);
}

/** A check of a branch takes its place among the branch's events; one of a file stands in the log alone. */
async function applyRun(event: Event, stores: Stores): Promise<void> {
  if (payloadOf<Recorded>(event).branch_id !== "") await change(event, stores, new Map());
}

function changesIn({ changes }: ElementsChanged): Changes {
  return new Map(changes.map(({ before, after }): [string, Element | null] => [after?.id ?? before?.id ?? "", after]));
}

/** Every entry takes its place in its branch; what it makes of elements stands now, and as what it was at that place. */
async function change(event: Event, stores: Stores, changes: Changes): Promise<void> {
  const { branch_id, aggregate_id, command_id } = payloadOf<Recorded>(event);
  const branch = await stores.branches.find(branch_id);
  if (branch === undefined) throw new TypeError("the log writes to a branch that it did not make");
  const seq = branch.head_seq + 1;
  await stores.events.insert({
    branch_id,
    seq,
    event_id: event.id,
    kind: event.kind,
    aggregate_id,
    command_id,
    tool: event.tool,
    at: event.at,
    user_name: event.actor.user,
    agent: event.actor.agent,
    reasoning: event.reasoning,
    approval_id: event.approval_id,
    payload: canonicalJson(event.payload),
  });
  await stores.elements.change(branch_id, changes);
  await stores.versions.insert(branch_id, seq, changes);
  await stores.branches.advance(branch_id, seq, event.id);
}

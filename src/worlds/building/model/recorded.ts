import type { Event, Json, JsonObject } from "../../../kernel/index.ts";
import type { Element, Parameters } from "./element.ts";

/** The kinds of this world's entries: the contract's event types, and ours where it has none. */
export const PROJECT_CREATED = "project.created";
export const BRANCH_CREATED = "branch.created";
export const BRANCH_SWITCHED = "branch.switched";
export const BRANCH_MERGED = "branch.merged";
export const CONFLICT_RESOLVED = "conflict.resolved";
export const ELEMENT_CREATED = "element.created";
export const ELEMENT_MODIFIED = "element.modified";
export const ELEMENT_DELETED = "element.deleted";
export const ELEMENT_HOSTED = "element.hosted";
export const ELEMENTS_JOINED = "elements.joined";
export const VIEW_CREATED = "view.created";
export const SCHEDULE_GENERATED = "schedule.generated";
export const TAKEOFF_GENERATED = "takeoff.generated";
export const EXPORT_CREATED = "export.created";
export const SHEET_CREATED = "sheet.created";
/** Entries that tell of something made of a branch, and change nothing on it. */
export const DOCUMENT_KINDS = [VIEW_CREATED, SCHEDULE_GENERATED, TAKEOFF_GENERATED, EXPORT_CREATED, SHEET_CREATED];
export const UNDO_APPLIED = "undo.applied";
export const VALIDATION_RUN = "validation.run";

/** What every entry says besides its own. */
export interface Recorded extends JsonObject {
  /** The branch whose sequence it stands in. */
  readonly branch_id: string;
  /** What it is about: an element, a branch, a project. */
  readonly aggregate_id: string;
  /** All entries of one call carry the same. */
  readonly command_id: string;
}

export interface ProjectCreated extends Recorded {
  readonly project: { readonly id: string; readonly name: string; readonly description: string | null };
}

export interface BranchCreated extends Recorded {
  readonly branch: { readonly id: string; readonly name: string };
  readonly project_id: string;
  readonly parent_id: string;
  readonly fork_seq: number;
  readonly fork_event_id: string;
}

export interface BranchSwitched extends Recorded {
  readonly project_id: string;
  readonly agent: string;
}

export interface ElementCreated extends Recorded {
  readonly element: RecordedElement;
  readonly source: string;
}

export interface ElementModified extends Recorded {
  /** Null takes a parameter away. */
  readonly updates: Readonly<Record<string, Json>>;
  readonly previousValues: Readonly<Record<string, Json>>;
}

export interface ElementDeleted extends Recorded {
  readonly element: RecordedElement;
  readonly cascadeDeleted: readonly RecordedElement[];
}

/** A drawing, list or file that was made of the branch as it stood; the file is known by its hash. */
export interface DocumentCreated extends Recorded {
  /** What was asked for: enough to make it anew. */
  readonly document: JsonObject;
  readonly file: { readonly name: string; readonly format: string; readonly sha256: string; readonly bytes: number };
  /** Place of the event that it was made after. */
  readonly model_version: number;
}

/** What a merge or an undo makes of the branch: each element as it was and as it is. */
export interface ElementsChanged extends Recorded {
  readonly changes: readonly RecordedChange[];
}

export interface UndoApplied extends ElementsChanged {
  readonly undone: readonly string[];
  /** Where what is undone was an undo itself: the entries that hold again. */
  readonly redone: readonly string[];
}

/** That a check ran, on what, and what it came to. */
export interface ValidationRun extends Recorded {
  /** Empty where a file was checked and no branch. */
  readonly branch_id: string;
  readonly run: {
    readonly id: string;
    readonly tool: string;
    /** Place of the last event that it saw. */
    readonly model_version: number | null;
    readonly summary: JsonObject;
    /** Of the whole answer: who runs it again on the same state gets the same. */
    readonly result_sha256: string;
  };
}

export interface RecordedChange extends JsonObject {
  readonly before: RecordedElement | null;
  readonly after: RecordedElement | null;
}

export interface RecordedElement extends JsonObject {
  readonly id: string;
  readonly type: Element["type"];
  readonly parameters: Parameters;
}

export function payloadOf<Payload extends Recorded>({ payload }: Pick<Event, "payload">): Payload {
  return payload as unknown as Payload;
}

/** What is left of an element's parameters with some of them changed. */
export function updated(element: Element, updates: Readonly<Record<string, Json>>): Element {
  const parameters: Record<string, Json> = { ...element.parameters };
  for (const [name, value] of Object.entries(updates)) {
    if (value === null) delete parameters[name];
    else parameters[name] = value;
  }
  return { ...element, parameters };
}

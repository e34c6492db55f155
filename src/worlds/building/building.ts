import { type AllowedFiles, KernelError, type Parse, type Scope } from "../../kernel/index.ts";
import { refuse } from "./model/codes.ts";
import type { Element } from "./model/element.ts";
import { isUuid } from "./model/ids.ts";
import type { WhereAsked } from "./model/parameters/inputs.ts";
import type { Shape } from "./model/shape/shape.ts";
import type { Asking, Solids } from "./model/solids/solids.ts";
import { BranchState } from "./model/state/branch-state.ts";
import type { StateCache } from "./model/state/state-cache.ts";
import type { Branch } from "./store/branch-store.ts";
import type { Project } from "./store/project-store.ts";
import { elementsAt } from "./store/state-at.ts";
import { createStores, type Stores } from "./store/stores.ts";

/** What lives as long as the process. */
export interface Lifetime {
  readonly solids: Solids;
  readonly states: StateCache;
  /** Which files of this machine may be read. */
  readonly files: AllowedFiles;
  /** Files of unknown origin are parsed in a process of their own. */
  readonly parse: Parse;
  /** Where drawings and exports land. */
  readonly exportsFolder: string;
}

/** Projects that a refusal names. */
const PROJECTS_NAMED = 20;

/** A branch of a project, and what stands on it. */
export interface Where {
  readonly project: Project;
  readonly branch: Branch;
  readonly state: BranchState;
}

/** What the tools of this world work with, for one call. */
export class Building {
  readonly scope: Scope;
  readonly stores: Stores;
  readonly solids: Solids;
  readonly files: AllowedFiles;
  readonly parse: Parse;
  readonly exportsFolder: string;
  readonly #states: StateCache;

  constructor({ solids, states, files, parse, exportsFolder }: Lifetime, scope: Scope) {
    this.scope = scope;
    this.solids = solids;
    this.files = files;
    this.parse = parse;
    this.exportsFolder = exportsFolder;
    this.#states = states;
    this.stores = createStores(scope.sql, scope.caller.tenant);
  }

  /** Who works: an agent by its name, a person without one. */
  get agent(): string {
    return this.scope.caller.actor.agent ?? "";
  }

  /** The branch that a call is about, with its present state. */
  async where(asked: WhereAsked): Promise<Where> {
    const { project, branch } = await this.branchOf(asked);
    return { project, branch, state: await this.stateOf(branch) };
  }

  async branchOf({ branch_id, model_id }: WhereAsked): Promise<{ project: Project; branch: Branch }> {
    if (branch_id !== undefined && isUuid(branch_id)) {
      const branch = await this.stores.branches.find(branch_id.toLowerCase());
      const project = branch && (await this.stores.projects.find(branch.project_id));
      const isOther = model_id !== undefined && project?.id !== model_id.toLowerCase();
      if (branch === undefined || project === undefined || isOther) throw noBranch();
      return { project, branch };
    }
    const project = await this.projectOf(model_id);
    if (branch_id !== undefined) {
      const branch = await this.stores.branches.named(project.id, branch_id);
      if (branch === undefined) throw noBranch();
      return { project, branch };
    }
    const active = await this.stores.projects.activeBranch(project.id, this.agent);
    const branch = await this.stores.branches.find(active ?? project.main_branch_id);
    if (branch === undefined) throw noBranch();
    return { project, branch };
  }

  /** The project that is named, or the only one. */
  async projectOf(modelId: string | undefined): Promise<Project> {
    if (modelId !== undefined) {
      if (!isUuid(modelId))
        throw refuse("bad_id", "A model_id is a UUID, as create_project returns it", { argument: "model_id" });
      const project = await this.stores.projects.find(modelId.toLowerCase());
      if (project === undefined) throw refuse("model_not_found", "There is no project with this model_id");
      return project;
    }
    const [project, ...others] = await this.stores.projects.first(PROJECTS_NAMED);
    if (project === undefined) throw refuse("model_not_found", "There is no project yet: make one with create_project");
    if (others.length > 0) {
      throw refuse("missing_parameter", "There are several projects: say which one with model_id", {
        argument: "model_id",
        model_ids: [project, ...others].map(({ id }) => id),
      });
    }
    return project;
  }

  /** All that stands on a branch after its last event. What is kept from before is brought up to that, never trusted as it is. */
  async stateOf(branch: Branch): Promise<BranchState> {
    const name = `${this.scope.caller.tenant} ${branch.id}`;
    const { head_seq: seq, head_event_id: eventId } = branch;
    const known = this.#states.get(name, eventId) ?? (await this.#advanced(name, branch));
    const state = known ?? BranchState.of(await this.stores.elements.of(branch.id));
    this.#states.set({ branch: name, seq, eventId, state });
    return state;
  }

  async #advanced(name: string, { id, head_seq }: Branch): Promise<BranchState | undefined> {
    const kept = this.#states.before(name, head_seq);
    if (kept === undefined) return undefined;
    // What was kept may be of a call that was undone.
    const there = await this.stores.events.at(id, kept.seq);
    if (there?.event_id !== kept.eventId) return undefined;
    const touched = await this.stores.versions.touchedAfter(id, kept.seq);
    const now = new Map((await this.stores.elements.findMany(id, touched)).map((element) => [element.id, element]));
    return kept.state.with(new Map(touched.map((one) => [one, now.get(one) ?? null])));
  }

  /** What stood on a branch after one of its events. */
  async stateAt(branch: Branch, seq: number): Promise<BranchState> {
    return seq === branch.head_seq
      ? this.stateOf(branch)
      : BranchState.of((await elementsAt(this.stores, branch, seq)).values());
  }

  /** An element of this branch, or a refusal that tells why it is not there. */
  async require({ branch, state }: Where, id: string): Promise<Element> {
    if (!isUuid(id)) throw refuse("bad_id", "An element's id is a UUID, as the tools return it");
    const element = state.get(id.toLowerCase());
    if (element !== undefined) return element;
    const key = id.toLowerCase();
    const isGone = (await this.stores.versions.of(branch.id, key)).length > 0;
    if (isGone) throw refuse("element_deleted", "This element was deleted on this branch", { element_id: key });
    if (await this.stores.elements.isAnywhere(key)) {
      throw refuse("different_branches", "This element is not on this branch, but on another one", { element_id: key });
    }
    throw refuse("element_not_found", "There is no element with this id", { element_id: key });
  }

  /** How solids are asked for within this call: cancellable, with progress, and with the meshes of its tenant. */
  get asking(): Asking {
    const { signal, client, blobs } = this.scope;
    return {
      signal,
      progress: (done, total) => void client.progress(done, total, "solids").catch(() => {}),
      mesh: async (sha256) => Buffer.concat(await (await blobs.open(sha256)).toArray()),
    };
  }

  /** One solid, or a refusal. */
  async solidOf(shape: Shape) {
    const [made] = (await this.solids.make([shape], this.asking)).values();
    if (made === undefined || "failure" in made) throw new KernelError("internal", "The geometry engine made no solid");
    return made.solid;
  }
}

function noBranch(): KernelError {
  return refuse("branch_not_found", "There is no such branch in this project");
}

export function openBuilding(lifetime: Lifetime, scope: Scope): Building {
  return new Building(lifetime, scope);
}

import { type Erased, type EraseHost, type EraseTarget, type Json, KernelError } from "../../../kernel/index.ts";
import { blobsOfEntry } from "../model/blobs-of-entry.ts";
import {
  BRANCH_CREATED,
  type BranchCreated,
  PROJECT_CREATED,
  type ProjectCreated,
  payloadOf,
  type Recorded,
} from "../model/recorded.ts";

/** Forgets a project with all its branches: nothing of what was built, by whom said why, is left. */
export async function eraseModel({ id }: EraseTarget, host: EraseHost): Promise<Erased> {
  const branches = new Set<string>();
  const entries = new Map<number, Json>();
  const [gone, kept] = [new Set<string>(), new Set<string>()];
  for await (const event of host.entries()) {
    if (event.payload === null) continue;
    if (event.kind === PROJECT_CREATED && payloadOf<ProjectCreated>(event).project.id === id) {
      branches.add(payloadOf<Recorded>(event).branch_id);
    }
    if (event.kind === BRANCH_CREATED && payloadOf<BranchCreated>(event).project_id === id) {
      branches.add(payloadOf<Recorded>(event).branch_id);
    }
    const isOwn = branches.has(payloadOf<Recorded>(event).branch_id);
    if (isOwn) entries.set(event.seq, null);
    for (const { sha256 } of blobsOfEntry(event)) (isOwn ? gone : kept).add(sha256);
  }
  if (branches.size === 0)
    throw new KernelError("not_found", "There is no building model with this id.", { model_id: id });
  return {
    entries,
    blobs: [...gone].filter((sha256) => !kept.has(sha256)).sort(),
    notes: [
      `${branches.size} branches go with it.`,
      "Files that were exported from it lie where they were put and stay.",
    ],
  };
}

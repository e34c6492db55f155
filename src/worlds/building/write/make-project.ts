import type { Building } from "../building.ts";
import { PROJECT_CREATED } from "../model/recorded.ts";
import { recordAll } from "./change.ts";

/** An empty project with the branch main. */
export async function makeProject(
  building: Building,
  name: string,
  description: string | null = null,
): Promise<{ readonly model_id: string; readonly branch_id: string }> {
  const { env } = building.scope;
  const [id, branchId] = [env.id(), env.id()];
  await recordAll(building, { branch: { id: branchId } }, [
    { kind: PROJECT_CREATED, aggregate_id: id, payload: { project: { id, name, description } } },
  ]);
  return { model_id: id, branch_id: branchId };
}

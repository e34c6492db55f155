import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { makeProject } from "../../../write/make-project.ts";

export const createProject = defineTool({
  name: "create_project",
  title: "Create a project",
  description: [
    "Begin the model of a building: an empty project with the branch main. Its id is the model_id of all other tools.",
    "Then make levels with create_level, and walls with create_wall of the server geometry.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  input: z.object({
    name: z.string().trim().min(1).max(200).describe("What people call it"),
    description: z.string().trim().min(1).max(4000).optional(),
  }),
  output: z.object({ project_id: z.string(), model_id: z.string(), branch_id: z.string(), name: z.string() }),
  async run({ name, description = null }, building: Building) {
    const { model_id, branch_id } = await makeProject(building, name, description);
    return { project_id: model_id, model_id, branch_id, name };
  },
});

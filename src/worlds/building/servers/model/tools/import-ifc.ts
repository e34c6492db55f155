import { z } from "zod";
import { defineTool, type IfcPoint } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { refuse } from "../../../model/codes.ts";
import { WHERE, type WhereAsked } from "../../../model/parameters/inputs.ts";
import { regenerate } from "../../../model/regenerate/regenerated.ts";
import type { Solid } from "../../../model/solids/solid.ts";
import { BranchState } from "../../../model/state/branch-state.ts";
import { makeSolids, recordAll, requireMade, scoped, whereIs } from "../../../write/change.ts";
import { created } from "../../../write/create.ts";
import { countsOf, type PreparedImport, prepareImport, refuseTwice } from "../../../write/import-ifc.ts";
import { makeProject } from "../../../write/make-project.ts";

/** Twice around the earth. */
const ORIGIN_MM_MAX = 1e11;

interface Prepared {
  readonly brought: PreparedImport;
  readonly solids: ReadonlyMap<string, Solid>;
}

export const importIfc = defineTool({
  name: "import_ifc",
  title: "Import an IFC file",
  description: [
    "Bring a building model of IFC2x3, IFC4 or IFC4.3 into a project: storeys as levels, and its elements on them.",
    "Walls with their openings, doors and windows, floors, flat roofs, rooms, columns and beams become editable where the file says their numbers and the result has the same volume. Everything else comes as a fixed solid with its properties; meshes that enclose no solid are kept and flagged.",
    "A file that lies far away, as georeferenced ones do, is brought near the model's zero: the answer's origin says by how much, and the same origin brings other files of the site to fit.",
    "Element ids follow from the file's GlobalIds, so one file stands on a branch once (1303). A file that is cut off, too large or of another schema is refused and nothing is written (1006, 1403, 1406, 1407).",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  input: z.object({
    file_path: z.string().min(1).max(4096).describe("The file, below a folder that may be read"),
    project_name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Make a new project of this name for it, in the same step"),
    origin: z
      .array(z.number().min(-ORIGIN_MM_MAX).max(ORIGIN_MM_MAX))
      .length(3)
      .optional()
      .describe(
        "[x, y, z] in mm that is taken off every coordinate of the file. Left out, nothing is, unless the file lies more than 10 km away",
      ),
    ...WHERE,
  }),
  output: z.object({
    schema: z.string(),
    project_name: z.string().nullable(),
    file_sha256: z.string(),
    entities: z.int().describe("Instances in the file"),
    level_ids: z.array(z.string()),
    imported: z.int().describe("Elements, levels not counted"),
    editable: z.int(),
    fixed: z.int().describe("Kept as the triangles of the file"),
    not_solid: z.int().describe("Of those, without a volume"),
    left_out: z.int().describe("Products without a body, or too far away from the others"),
    origin: z.array(z.number()).describe("What was taken off every coordinate of the file, in mm"),
    counts: z.record(z.string(), z.int()).describe("Elements of each category"),
    model_id: z.string(),
    branch_id: z.string(),
    model_version: z.int(),
  }),
  async prepare({ file_path, project_name, origin, ...asked }, building: Building): Promise<Prepared> {
    refuseBoth(project_name, asked);
    const state = project_name === undefined ? (await building.where(asked)).state : BranchState.of([]);
    const brought = await prepareImport(building, state, file_path, origin as IfcPoint | undefined);
    refuseTwice(state, brought.elements);
    return { brought, solids: await makeSolids(building, regenerate(state, brought.changes)) };
  },
  async run(
    { file_path: _path, project_name, origin: _origin, ...asked },
    building: Building,
    { brought, solids }: Prepared,
  ) {
    const where = await building.where(project_name === undefined ? asked : await makeProject(building, project_name));
    const { elements, changes, file, fileHash } = brought;
    refuseTwice(where.state, elements);
    const regeneration = regenerate(where.state, changes);
    requireMade(regeneration, solids);
    const events = elements.map((element) => created(element, `ifc:${fileHash}`));
    await recordAll(building, where, scoped(where, regeneration, events, changes.size));
    const { counts, editable, fixed, open } = countsOf(elements);
    return {
      schema: file.schema,
      project_name: file.projectName,
      file_sha256: fileHash,
      entities: file.entities,
      level_ids: elements.filter(({ type }) => type === "level").map(({ id }) => id),
      imported: editable + fixed,
      editable,
      fixed,
      not_solid: open,
      left_out: brought.leftOut,
      origin: [...brought.origin],
      counts,
      ...whereIs(where),
      model_version: where.branch.head_seq + events.length,
      warnings: [...brought.warnings],
    };
  },
});

function refuseBoth(name: string | undefined, { branch_id, model_id }: WhereAsked): void {
  if (name === undefined || (branch_id === undefined && model_id === undefined)) return;
  throw refuse("unknown_parameter", "Give either project_name, for a new project, or model_id and branch_id", {
    argument: "project_name",
  });
}

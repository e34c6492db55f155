import { z } from "zod";
import { refuse } from "../../../model/codes.ts";
import { isBuilt } from "../../../model/element.ts";
import { nearShape, needsMesh } from "../../../model/ifc/write/bodies.ts";
import { IFC_SCHEMAS, type IfcSchemaName } from "../../../model/ifc/write/source.ts";
import { writeIfc } from "../../../model/ifc/write/write-ifc.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { EXPORT_CREATED } from "../../../model/recorded.ts";
import { solidsOf, surfacesOf } from "../../../read/made-solids.ts";
import { defineDocument, slug } from "../../../write/document.ts";

/** View definitions that a header may name, by edition. */
const VIEWS: Readonly<Record<IfcSchemaName, readonly string[]>> = {
  IFC2x3: ["CoordinationView_V2.0", "CoordinationView"],
  IFC4: ["ReferenceView_V1.2", "DesignTransferView_V1.0"],
  "IFC4.3": ["ReferenceView_V1.2", "DesignTransferView_V1.0"],
};

export const exportIfc = defineDocument({
  name: "export_ifc",
  title: "Export as IFC",
  description: [
    "Write the model as it stands now as an IFC file of the edition that schema names: storeys, walls with openings and what fills them, slabs, roofs, columns, beams, stairs, spaces, materials, property sets and quantities.",
    "An element's GlobalId leads back to its id, and import_ifc gives the same model again. Sloped roofs, turning stairs and results of booleans are written as triangles.",
    "An edition or view definition that is not written is refused (1006).",
  ].join("\n"),
  idName: "export_id",
  input: z.object({
    schema: z.enum(Object.keys(IFC_SCHEMAS) as [IfcSchemaName, ...IfcSchemaName[]]).describe("The edition of IFC"),
    mvd: z
      .string()
      .max(100)
      .optional()
      .describe(
        "The model view definition that the header names: CoordinationView_V2.0, ReferenceView_V1.2 or DesignTransferView_V1.0",
      ),
    ...WHERE,
  }),
  output: {
    schema: z.string(),
    mvd: z.string(),
    entities: z.int().describe("Instances in the file"),
    counts: z.record(z.string(), z.int()).describe("Products of each category"),
    levels: z.int(),
  },
  async make({ schema, mvd }, { project, branch, state }, building) {
    const view = mvd ?? IFC_SCHEMAS[schema].view;
    if (!VIEWS[schema].includes(view)) {
      throw refuse("unsupported", `${schema} is written as ${VIEWS[schema].join(" or ")}`, {
        argument: "mvd",
        supported: [...VIEWS[schema]],
      });
    }
    const built = [...state.all()].filter(isBuilt);
    const solids = await solidsOf(building, state, built);
    const surfaces = await surfacesOf(
      building,
      state,
      built.filter((element) => needsMesh(state, element)),
      (_elements, element) => nearShape(state, element),
    );
    const stem = `${slug(project.name)}-${schema.toLowerCase().replace(".", "-")}-v${branch.head_seq}`;
    const { text, entities, counts } = writeIfc({
      project,
      state,
      schema,
      view,
      fileName: `${stem}.ifc`,
      author: building.scope.caller.actor.agent ?? building.scope.caller.actor.user,
      atMs: building.scope.env.now(),
      solids,
      meshes: new Map(surfaces.map((surface) => [surface.element.id, surface])),
    });
    return {
      kind: EXPORT_CREATED,
      document: { export_type: "ifc", schema, mvd: view },
      stem,
      format: "ifc",
      content: text,
      answer: { schema, mvd: view, entities, counts, levels: state.ofType("level").length },
    };
  },
});

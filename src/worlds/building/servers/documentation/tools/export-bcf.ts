import { z } from "zod";
import { takeSnapshot } from "../../../model/bcf/snapshot.ts";
import { BCF_VERSIONS, writeBcf } from "../../../model/bcf/write-bcf.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { EXPORT_CREATED } from "../../../model/recorded.ts";
import { shownSurfaces } from "../../../read/views.ts";
import { defineDocument, slug } from "../../../write/document.ts";

const Words = z.string().trim().min(1).max(200);

export const exportBcf = defineDocument({
  name: "export_bcf",
  title: "Export issues as BCF",
  description: [
    "Write issues about the building as a BCF file that other programs open: each with its words, the elements it is about, a camera that looks at them and a picture of what it sees now.",
    "An element that is not on the branch is refused (1300, 1307). Elements are named by the GlobalIds that export_ifc writes.",
    "BCF 2.1 unless version says 3.0.",
  ].join("\n"),
  idName: "export_id",
  input: z.object({
    issues: z
      .array(
        z.object({
          title: Words,
          description: z.string().trim().min(1).max(4000).optional(),
          element_ids: z.array(ElementId).max(100).optional().describe("The elements it is about"),
          priority: Words.optional(),
          status: Words.default("Open"),
          clash_id: Words.optional().describe("Of a run of clash_detection; it becomes a label"),
        }),
      )
      .min(1)
      .max(100)
      .describe("What is to be told"),
    project_info: z.object({ name: Words.optional() }).optional().describe("Else the project's own name"),
    version: z.enum(BCF_VERSIONS).default("2.1"),
    ...WHERE,
  }),
  output: {
    version: z.string(),
    topics: z.array(z.object({ topic_id: z.string(), title: z.string(), element_ids: z.array(z.string()) })),
  },
  async make({ issues, project_info, version }, where, building) {
    const { env, caller } = building.scope;
    const surfaces = await shownSurfaces(building, where.state);
    const topics = [];
    for (const issue of issues) {
      const elements: string[] = [];
      for (const id of issue.element_ids ?? []) elements.push((await building.require(where, id)).id);
      const snapshot = takeSnapshot(
        surfaces.map(({ element, mesh, at }) => ({ mesh, at, isChosen: elements.includes(element.id) })),
      );
      topics.push({
        id: env.id(),
        viewpointId: env.id(),
        title: issue.title,
        description: issue.description,
        priority: issue.priority,
        status: issue.status,
        labels: issue.clash_id === undefined ? [] : [`clash ${issue.clash_id}`],
        elements,
        snapshot,
      });
    }
    const project = { id: where.project.id, name: project_info?.name ?? where.project.name };
    const author = caller.actor.agent ?? caller.actor.user;
    const content = writeBcf({ version, project, author, atMs: env.now(), topics });
    return {
      kind: EXPORT_CREATED,
      document: { export_type: "bcf", version, topics: topics.map(({ id, title }) => ({ id, title })) },
      stem: `${slug(project.name)}-issues`,
      format: "bcf",
      content,
      answer: {
        version,
        topics: topics.map(({ id, title, elements }) => ({ topic_id: id, title, element_ids: elements })),
      },
    };
  },
});

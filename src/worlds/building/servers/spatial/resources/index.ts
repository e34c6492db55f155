import type { Event, JsonObject, Resources } from "../../../../../kernel/index.ts";
import type { Building, Where } from "../../../building.ts";
import { writeSvg } from "../../../model/drawing/write-svg.ts";
import { isUuid } from "../../../model/ids.ts";
import { planDrawing } from "../../../model/plan/plan-drawing.ts";
import { elementsOn } from "../../../model/space/relations.ts";
import { toMm } from "../../../model/units.ts";
import { named, readFrom } from "../../../read/answers.ts";
import { describeElement } from "../../../read/describe-element.ts";

const JSON_TYPE = "application/json";
const SVG_TYPE = "image/svg+xml";
const GLB_TYPE = "model/gltf-binary";
const PROJECTS_LISTED = 50;
const NAMED_MAX = 500;
const PLAN_SCALE = 100;

const TEMPLATES = [
  ["building://project/{id}", "project", "A project with its branches and levels.", JSON_TYPE],
  ["building://project/{id}/model.glb", "model", "The model of a project, as binary glTF.", GLB_TYPE],
  ["building://level/{id}", "level", "A level with what stands on it.", JSON_TYPE],
  ["building://element/{id}", "element", "An element with its parameters, bounds and volume.", JSON_TYPE],
  ["building://plan/{level}.svg", "plan", "The plan of a level at 1:100, as SVG.", SVG_TYPE],
] as const;

/** What can be looked at: models, levels, elements, plans, on the branch the caller works on. */
export const resources: Resources<Building> = {
  templates: TEMPLATES.map(([uriTemplate, name, description, mimeType]) => ({
    uriTemplate,
    name,
    description,
    mimeType,
  })),
  async list(building) {
    const projects = await building.stores.projects.first(PROJECTS_LISTED);
    const listed = await Promise.all(projects.map(({ id }) => listedOf(building, id)));
    return { items: listed.flat() };
  },
  read,
  // Every entry of this world may change what is seen of its project.
  changedBy: (_event: Event) => ["building://*"],
};

async function listedOf(building: Building, modelId: string) {
  const { project, state } = await building.where({ model_id: modelId });
  const levels = state.ofType("level");
  return [
    { uri: `building://project/${project.id}`, name: project.name, mimeType: JSON_TYPE },
    { uri: `building://project/${project.id}/model.glb`, name: `${project.name}, model`, mimeType: GLB_TYPE },
    ...levels.flatMap(({ id, parameters }) => [
      { uri: `building://level/${id}`, name: String(parameters.name), mimeType: JSON_TYPE },
      { uri: `building://plan/${id}.svg`, name: `${String(parameters.name)}, plan`, mimeType: SVG_TYPE },
    ]),
  ];
}

/** The model of the only project, for who knows no id. */
const ONLY_MODEL = "building://model.glb";

async function read(uri: string, building: Building) {
  if (uri === ONLY_MODEL) {
    const [only, other] = await building.stores.projects.first(2);
    return only === undefined || other !== undefined ? undefined : readModel(uri, building, only.id);
  }
  const [, kind, name, part] = /^building:\/\/([a-z]+)\/([0-9a-f-]{36}(?:\.svg)?)(?:\/(model\.glb))?$/i.exec(uri) ?? [];
  const id = (name ?? "").replace(/\.svg$/, "").toLowerCase();
  if (kind === undefined || !isUuid(id) || (kind === "plan") !== (name ?? "").endsWith(".svg")) return undefined;
  const json = (value: JsonObject) => ({ contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }] });
  if (kind === "project") {
    const where = await whereOfProject(building, id);
    if (where === undefined) return undefined;
    return part === undefined ? json(await describeProject(building, where)) : readModel(uri, building, id);
  }
  if (part !== undefined) return undefined;
  const where = await whereOfElement(building, id);
  const element = where?.state.get(id);
  if (where === undefined || element === undefined) return undefined;
  if (kind === "element")
    return json({ ...(await describeElement(building, where.state, element)), ...readFrom(where) });
  if (element.type !== "level") return undefined;
  if (kind === "plan")
    return { contents: [{ uri, mimeType: SVG_TYPE, text: writeSvg(planDrawing(where.state, element, PLAN_SCALE)) }] };
  if (kind !== "level") return undefined;
  const on = elementsOn(where.state, element);
  return json({
    id: element.id,
    name: String(element.parameters.name),
    elevation: toMm(Number(element.parameters.elevation)),
    height: toMm(Number(element.parameters.height)),
    elements: on.slice(0, NAMED_MAX).map(named),
    total: on.length,
    plan: `building://plan/${element.id}.svg`,
    ...readFrom(where),
  });
}

async function readModel(uri: string, building: Building, modelId: string) {
  const { state } = await building.where({ model_id: modelId });
  // Loaded here and not above: few ever ask for it, and it takes a moment to load.
  const { modelGlb } = await import("../../../read/model-glb.ts");
  const glb = await modelGlb(building, state);
  return { contents: [{ uri, mimeType: GLB_TYPE, blob: Buffer.from(glb).toString("base64") }] };
}

async function describeProject(building: Building, where: Where): Promise<JsonObject> {
  const { project, state } = where;
  const branches = await building.stores.branches.of(project.id);
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    branches: branches.map(({ id, name }) => ({ id, name })),
    levels: state.ofType("level").map(named),
    elements: state.size,
    model: `building://project/${project.id}/model.glb`,
    ...readFrom(where),
  };
}

async function whereOfProject(building: Building, id: string): Promise<Where | undefined> {
  const project = await building.stores.projects.find(id);
  return project && building.where({ model_id: project.id });
}

/** The first project on whose branch an element stands. */
async function whereOfElement(building: Building, id: string): Promise<Where | undefined> {
  for (const project of await building.stores.projects.first(PROJECTS_LISTED)) {
    const where = await building.where({ model_id: project.id });
    if (where.state.get(id) !== undefined) return where;
  }
  return undefined;
}

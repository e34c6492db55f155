import { type IfcFile, type IfcPoint, KernelError, sha256 } from "../../../kernel/index.ts";
import type { Building } from "../building.ts";
import { readIfc } from "../files/read-ifc.ts";
import { checkElement } from "../model/check/check-element.ts";
import { refuse } from "../model/codes.ts";
import { type Changes, categoryOf, type Element } from "../model/element.ts";
import { saysLengthUnit } from "../model/ifc/header.ts";
import { boundsOfMesh, solidMeshOf, turnedOver, volumeOf } from "../model/ifc/ifc-mesh.ts";
import { originOf, seenFrom } from "../model/ifc/origin.ts";
import { type Doubts, type ImportPlan, type KeptMesh, planImport } from "../model/ifc/plan-import.ts";
import { boundsOf } from "../model/shape/bounds.ts";
import { shapeOf } from "../model/shape/of-element.ts";
import { keyOf } from "../model/shape/shape.ts";
import { readMesh, writeMesh } from "../model/solids/mesh-bytes.ts";
import type { BranchState } from "../model/state/branch-state.ts";

/** What a file comes to on a branch. */
export interface PreparedImport {
  readonly fileHash: string;
  readonly file: Pick<IfcFile, "schema" | "entities" | "projectName">;
  readonly elements: readonly Element[];
  readonly changes: Changes;
  readonly leftOut: number;
  /** What was taken off every coordinate of the file, in mm. */
  readonly origin: IfcPoint;
  readonly warnings: readonly string[];
}

/** Each round takes what does not fit as triangles; what a round changes may show something else. */
const ROUNDS_MAX = 5;
const STEPS = 4;

/** Reads a file, plans what it comes to and keeps its triangles, outside the writer's lane. */
export async function prepareImport(
  building: Building,
  state: BranchState,
  path: string,
  given?: IfcPoint,
): Promise<PreparedImport> {
  const { scope } = building;
  const tell = (step: number, what: string) => scope.client.progress(step, STEPS, what).catch(() => {});
  await tell(0, "reading the file");
  const bytes = await building.files.read(path, scope.caller.transport);
  const fileHash = sha256(bytes);
  await tell(1, "parsing");
  const read = await readIfc(building.parse, bytes, scope.signal);
  const origin = given ?? originOf(read);
  const file = seenFrom(read, origin);
  await tell(2, "looking at bodies");
  const meshes = await keepMeshes(building, file);
  await tell(3, "planning elements");
  const { plan, changes, absent } = await fittingPlan(building, state, file, fileHash, meshes);
  if (plan.elements.length === 0) {
    throw refuse("import_unreadable", "The file holds nothing that could be brought in", { reason: "nothing_in_it" });
  }
  await tell(STEPS, "elements planned");
  return {
    fileHash,
    file: { schema: file.schema, entities: file.entities, projectName: file.projectName },
    elements: plan.elements,
    changes,
    leftOut: plan.bodiless.length + absent,
    origin,
    warnings: [
      ...(given === undefined && origin.some((value) => value !== 0)
        ? [
            `The file lies more than 10 km from its zero: [${origin.join(", ")}] mm was taken off every coordinate. Give the same as origin for other files of this site.`,
          ]
        : []),
      ...(absent > 0
        ? [`${absent} products cannot be held, most likely far away from the others, and were left out.`]
        : []),
      ...(saysLengthUnit(bytes) ? [] : ["The file names no unit of length: its numbers were taken as metres."]),
      ...(file.missing > 0
        ? [`The file names ${file.missing} instances that it does not hold: it may be cut off or damaged.`]
        : []),
      ...warningsOf(plan),
    ],
  };
}

/** Keeps the triangles of every product, and finds out which of them enclose a solid. */
async function keepMeshes(building: Building, file: IfcFile): Promise<ReadonlyMap<number, KeptMesh>> {
  const bytesOf = new Map<string, Uint8Array>();
  const hashes = new Map<number, string>();
  for (const { id, mesh } of file.products) {
    if (mesh === null || mesh.triangles.length === 0) continue;
    const bytes = writeMesh(solidMeshOf(mesh));
    const hash = sha256(bytes);
    hashes.set(id, hash);
    bytesOf.set(hash, bytes);
  }
  const shapes = [...bytesOf.keys()].map((hash) => ({ op: "mesh", sha256: hash }) as const);
  const asking = { ...building.asking, mesh: async (hash: string) => bytesOf.get(hash) ?? new Uint8Array() };
  const made = await building.solids.make(shapes, asking);
  const kept = new Map<string, KeptMesh>();
  for (const [hash, bytes] of bytesOf) {
    const answer = made.get(keyOf({ op: "mesh", sha256: hash }));
    const volume = answer !== undefined && "solid" in answer && !answer.solid.is_empty ? answer.solid.volume : 0;
    // Some programs write bodies inside out: what encloses less than nothing is a solid seen from within.
    const outward = volume < 0 ? writeMesh(turnedOver(readMesh(bytes))) : bytes;
    await building.scope.blobs.put(outward);
    kept.set(hash, { sha256: volume < 0 ? sha256(outward) : hash, isClosed: volume !== 0 });
  }
  return new Map([...hashes].flatMap(([id, hash]) => (kept.has(hash) ? [[id, kept.get(hash) as KeptMesh]] : [])));
}

/** A plan that the branch can hold: what its rules refuse comes as triangles instead. */
async function fittingPlan(
  building: Building,
  state: BranchState,
  file: IfcFile,
  fileHash: string,
  meshes: ReadonlyMap<number, KeptMesh>,
) {
  const doubts = {
    asTriangles: new Set<number>(),
    distrusted: new Set<number>(),
    absent: new Set<number>(),
    dropped: new Set<string>(),
  };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const plan = planImport(file, fileHash, meshes, doubts);
    const changes: Changes = new Map(plan.elements.map((element) => [element.id, element]));
    const isFit = !addUnfit(state, plan, changes, doubts) && !(await addUntrue(building, state, file, plan, doubts));
    if (isFit) return { plan, changes, absent: doubts.absent.size };
  }
  throw refuse("import_unreadable", "The elements of the file do not fit together", { reason: "does_not_fit" });
}

type Noted = { -readonly [Name in keyof Doubts]: Set<Doubts[Name] extends ReadonlySet<infer Value> ? Value : never> };

/** Notes what the rules of the branch refuse; answers whether there is any. */
function addUnfit(state: BranchState, { elements, products, own }: ImportPlan, changes: Changes, doubts: Noted) {
  const after = state.with(changes);
  let isAny = false;
  for (const element of elements) {
    const product = products.get(element.id);
    try {
      checkElement(after, element, changes);
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      if (element.type === "join") doubts.dropped.add(element.id);
      else if (product !== undefined && own.has(element.id)) doubts.distrusted.add(product);
      // A level has no other form: then the file as a whole does not fit.
      else if (product === undefined) throw error;
      else if (element.type === "mesh") doubts.absent.add(product);
      else doubts.asTriangles.add(product);
      isAny = true;
    }
  }
  return isAny;
}

/** A body may differ from its numbers by this share; a round one is built of a few straight pieces. */
const [VOLUME_SHARE, ROUND_SHARE] = [1e-3, 0.1];

/**
 * Notes elements that no solid can be made of, and those that do not come to the body that the file has for them: somebody
 * changed one and not the other.
 */
async function addUntrue(building: Building, state: BranchState, file: IfcFile, plan: ImportPlan, doubts: Noted) {
  const after = state.with(new Map(plan.elements.map((element) => [element.id, element])));
  const byId = new Map(file.products.map((product) => [product.id, product]));
  const told = plan.elements.flatMap((element) => {
    const product = byId.get(plan.products.get(element.id) ?? -1);
    const shape = element.type === "mesh" ? undefined : shapeOf(after, element)?.shape;
    return product === undefined || shape === undefined ? [] : [{ element, product, shape, mesh: product.mesh }];
  });
  const made = await building.solids.make(
    told.map(({ shape }) => shape),
    building.asking,
  );
  let isAny = false;
  for (const { element, product, shape, mesh } of told) {
    const answer = made.get(keyOf(shape));
    const volume = answer !== undefined && "solid" in answer && !answer.solid.is_empty ? answer.solid.volume : 0;
    const isOwn = plan.own.has(element.id);
    if (!(volume > 0)) {
      (isOwn ? doubts.distrusted : doubts.asTriangles).add(product.id);
      isAny = true;
    }
    if (!(volume > 0) || !isOwn || mesh === null) continue;
    const isRound = (element.parameters.profile as { shape?: string } | undefined)?.shape === "circular";
    const box = boundsOf(after, element);
    const isThere = box === undefined || isNear(boundsOfMesh(mesh), [...box.min, ...box.max]);
    const isTrue = Math.abs(volumeOf(mesh) - volume) <= (isRound ? ROUND_SHARE : VOLUME_SHARE) * volume;
    if (isTrue && (isThere || element.type === "boolean")) continue;
    doubts.distrusted.add(product.id);
    isAny = true;
  }
  return isAny;
}

/** Corners of a round column lie a little inside or outside of its circle. */
const NEAR_M = 0.05;

function isNear(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, at) => Math.abs(value - (b[at] ?? 0)) <= NEAR_M);
}

/** What says on which level an element stands, by itself or by what it hangs on. */
const PLACED_BY = ["level_id", "base_level", "wall_id", "host_id", "element_a", "element_ids"];

function warningsOf({ bodiless, elements }: ImportPlan): readonly string[] {
  const loose = elements.filter(
    ({ type, parameters }) => type !== "level" && !PLACED_BY.some((name) => parameters[name] !== undefined),
  ).length;
  const open = elements.filter(({ type, parameters }) => type === "mesh" && parameters.is_closed === false).length;
  return [
    ...(bodiless.length > 0 ? [`${bodiless.length} products have no body and were left out.`] : []),
    ...(open > 0
      ? [`${open} elements are no closed solids: they are kept with their triangles, and have no volume.`]
      : []),
    ...(loose > 0 ? [`${loose} elements stand in no storey of the file: they are on no level.`] : []),
  ];
}

/** How many elements of each category there are, and how many of them can be changed by their parameters. */
export function countsOf(elements: readonly Element[]) {
  const counts: Record<string, number> = {};
  let [editable, fixed, open] = [0, 0, 0];
  for (const element of elements) {
    const category = categoryOf(element);
    counts[category] = (counts[category] ?? 0) + 1;
    if (element.type === "mesh") fixed += 1;
    else if (element.type !== "level") editable += 1;
    if (element.type === "mesh" && element.parameters.is_closed === false) open += 1;
  }
  return { counts, editable, fixed, open };
}

/** Nothing of the file may stand there already: it would be there twice under one id. */
export function refuseTwice(state: BranchState, elements: readonly Element[]): void {
  const known = elements.filter(({ id }) => state.get(id) !== undefined);
  if (known.length === 0) return;
  throw refuse("stale", "This file was brought in before: elements of it stand on this branch. Use another project.", {
    already_there: known.length,
    element_ids: known.slice(0, 20).map(({ id }) => id),
  });
}

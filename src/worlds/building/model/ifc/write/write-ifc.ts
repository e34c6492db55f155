import { categoryOf, type Element } from "../../element.ts";
import { levelOf } from "../../shape/levels.ts";
import { connectAll } from "./connections.ts";
import { createFrame, type Frame } from "./frame.ts";
import { associateMaterials } from "./materials.ts";
import { createProducts, type Products } from "./products.ts";
import { ownSet } from "./said.ts";
import { IFC_SCHEMAS, type IfcSource } from "./source.ts";
import { list, text as quoted, type Ref, stepFile } from "./step.ts";

export interface WrittenIfc {
  readonly text: string;
  readonly entities: number;
  /** Products of each category. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A branch as an IFC file. The same state, edition and time give the same bytes. */
export function writeIfc(source: IfcSource): WrittenIfc {
  const { state, schema, view, project } = source;
  const frame = createFrame(source);
  const products = createProducts(frame, source);
  const levels = state.ofType("level").sort((a, b) => Number(a.parameters.elevation) - Number(b.parameters.elevation));
  const storeys = new Map(levels.map((level) => [level.id, frame.storey(level)]));
  for (const level of levels) products.define(storeys.get(level.id)?.ref as Ref, level.id, [ownSet(level)], undefined);
  for (const element of products.exported) {
    const level = levelOf(state, element);
    products.write(element, storeys.get(level?.id ?? "") ?? frame.building);
  }
  frame.aggregate(
    project.id,
    "storeys",
    frame.building.ref,
    [...storeys.values()].map(({ ref }) => ref),
  );
  for (const [id, place] of [...storeys, [project.id, frame.building] as const]) {
    contain(frame, id, place.ref, products);
  }
  associateMaterials(frame, products);
  connectAll(frame, source, products);
  const header = {
    description: `ViewDefinition [${view}]`,
    name: source.fileName,
    atMs: source.atMs,
    author: source.author,
    schema: IFC_SCHEMAS[schema].id,
    system: "Bailiwick",
  };
  return {
    text: stepFile(header, frame.step.lines),
    entities: frame.step.lines.length,
    counts: countsOf(products.exported),
  };
}

/** Elements are contained in their storey; spaces are parts of it. */
function contain(frame: Frame, id: string, place: Ref, { inside, spaces }: Products): void {
  const [elements, rooms] = [inside.get(place) ?? [], spaces.get(place) ?? []];
  if (elements.length > 0) {
    frame.rooted(
      "IFCRELCONTAINEDINSPATIALSTRUCTURE",
      `${id}/contains`,
      quoted(null),
      quoted(null),
      list(elements),
      place,
    );
  }
  frame.aggregate(id, "spaces", place, rooms);
}

function countsOf(elements: readonly Element[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const element of elements) counts[categoryOf(element)] = (counts[categoryOf(element)] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

import { sha256 } from "../../../../../kernel/index.ts";
import { type Element, measure, text } from "../../element.ts";
import { isUuid } from "../../ids.ts";
import { HERE } from "../../shape/shape.ts";
import { toMm } from "../../units.ts";
import { guidOfUuid } from "../guid.ts";
import { createGeometry } from "./geometry.ts";
import type { IfcSource } from "./source.ts";
import {
  createStepWriter,
  DERIVED,
  integer,
  list,
  NONE,
  text as quoted,
  type Ref,
  real,
  type Token,
  word,
} from "./step.ts";

/** A part of the spatial structure: itself, where it stands, and how high. */
export interface Place {
  readonly ref: Ref;
  readonly placement: Ref;
  /** In metres. */
  readonly elevation: number;
}

/** How fine the model is, in millimetres. */
const PRECISION_MM = 1e-5;

/** What every file begins with: who wrote it, its units and contexts, its project, site and building. */
export function createFrame({
  project,
  schema,
  author,
  atMs,
}: Pick<IfcSource, "project" | "schema" | "author" | "atMs">) {
  const step = createStepWriter();
  const { add, shared } = step;
  const isOld = schema === "IFC2x3";
  const geometry = createGeometry(step, isOld, schema === "IFC4.3");
  const owner = ownerOf();

  function ownerOf(): Ref {
    const organization = add("IFCORGANIZATION", NONE, quoted("Bailiwick"), NONE, NONE, NONE);
    const person = add("IFCPERSON", NONE, quoted(author), NONE, NONE, NONE, NONE, NONE, NONE);
    const both = add("IFCPERSONANDORGANIZATION", person, organization, NONE);
    const application = add("IFCAPPLICATION", organization, quoted("1"), quoted("Bailiwick"), quoted("BAILIWICK"));
    const at = integer(Math.floor(atMs / 1000));
    return add("IFCOWNERHISTORY", both, application, NONE, word("ADDED"), at, NONE, NONE, at);
  }

  /** Of an element its own; of everything else one that follows from what it is of. */
  function guid(key: string): Token {
    return quoted(guidOfUuid(isUuid(key) ? key : sha256(key).slice(0, 32)));
  }
  function rooted(type: string, key: string, ...values: readonly Token[]): Ref {
    return add(type, guid(key), owner, ...values);
  }
  function aggregate(id: string, what: string, whole: Ref, parts: readonly Ref[]): void {
    if (parts.length > 0) rooted("IFCRELAGGREGATES", `${id}/${what}`, NONE, NONE, whole, list(parts));
  }

  const si = (kind: string, prefix: Token, name: string) =>
    shared("IFCSIUNIT", DERIVED, word(kind), prefix, word(name));
  const units = add(
    "IFCUNITASSIGNMENT",
    list([
      si("LENGTHUNIT", word("MILLI"), "METRE"),
      si("AREAUNIT", NONE, "SQUARE_METRE"),
      si("VOLUMEUNIT", NONE, "CUBIC_METRE"),
      si("PLANEANGLEUNIT", NONE, "RADIAN"),
    ]),
  );
  const context = add(
    "IFCGEOMETRICREPRESENTATIONCONTEXT",
    NONE,
    quoted("Model"),
    integer(3),
    real(PRECISION_MM),
    geometry.axes([0, 0, 0]),
    NONE,
  );
  const within = (name: string, view: string) =>
    add(
      "IFCGEOMETRICREPRESENTATIONSUBCONTEXT",
      quoted(name),
      quoted("Model"),
      DERIVED,
      DERIVED,
      DERIVED,
      DERIVED,
      context,
      NONE,
      word(view),
      NONE,
    );
  const contexts = { body: within("Body", "MODEL_VIEW"), axis: within("Axis", "GRAPH_VIEW") };

  const root = rooted(
    "IFCPROJECT",
    project.id,
    quoted(project.name),
    quoted(project.description),
    NONE,
    quoted(project.name),
    NONE,
    list([context]),
    units,
  );
  const site = { placement: geometry.placement(NONE as "$", HERE) };
  const siteRef = rooted(
    "IFCSITE",
    `${project.id}/site`,
    quoted("Site"),
    NONE,
    NONE,
    site.placement,
    NONE,
    NONE,
    word("ELEMENT"),
    ...Array<Token>(5).fill(NONE),
  );
  const at = geometry.placement(site.placement, HERE);
  const building: Place = {
    ref: rooted(
      "IFCBUILDING",
      `${project.id}/building`,
      quoted(project.name),
      NONE,
      NONE,
      at,
      NONE,
      NONE,
      word("ELEMENT"),
      NONE,
      NONE,
      NONE,
    ),
    placement: at,
    elevation: 0,
  };
  aggregate(project.id, "site in project", root, [siteRef]);
  aggregate(project.id, "building in site", siteRef, [building.ref]);

  function storey(level: Element): Place {
    const elevation = measure(level, "elevation");
    const placement = geometry.placement(building.placement, { ...HERE, z: elevation });
    const ref = rooted(
      "IFCBUILDINGSTOREY",
      level.id,
      quoted(text(level, "name")),
      NONE,
      NONE,
      placement,
      NONE,
      NONE,
      word("ELEMENT"),
      real(toMm(elevation)),
    );
    return { ref, placement, elevation };
  }

  return { step, geometry, isOld, contexts, building, rooted, aggregate, storey };
}

export type Frame = ReturnType<typeof createFrame>;

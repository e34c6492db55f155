import type { IfcLines } from "../../../../kernel/index.ts";
import { auditIds } from "./audit.ts";
import type { Cardinality, Facet, Specification } from "./document.ts";
import { createFacets, type Finding } from "./facets.ts";
import { createGraph, type IfcGraph, type Instance } from "./ifc-graph.ts";
import { type Fault, readIds } from "./read-ids.ts";
import type { IfcSchemas } from "./schema.ts";

export interface IdsFailure {
  readonly line: number;
  readonly global_id: string | null;
  readonly type: string;
  readonly requirement: string;
  readonly reason: string;
}

export interface SpecificationResult {
  readonly name: string;
  readonly status: "pass" | "fail";
  readonly usage: Cardinality;
  readonly applicable: number;
  readonly passed: number;
  readonly failed: number;
  readonly reason: string | null;
  readonly failures: readonly IdsFailure[];
}

export interface IdsResult {
  readonly status: "pass" | "fail" | "invalid";
  readonly title: string | null;
  readonly faults: readonly Fault[];
  readonly specifications: readonly SpecificationResult[];
  /** How many instances some specification applies to. */
  readonly checked: number;
  /** Specifications that are written for other editions of IFC than the file is of. */
  readonly forOthers: number;
}

/** Failures that are kept of one specification. */
const FAILURES_MAX = 20;

/** Checks a file against an IDS. An IDS that breaks its own rules is invalid whatever the file says. */
export function checkIds(text: string, lines: IfcLines, schemas: IfcSchemas): IdsResult {
  const read = readIds(text);
  if ("faults" in read)
    return { status: "invalid", title: null, faults: read.faults, specifications: [], checked: 0, forOthers: 0 };
  const { document } = read;
  const faults = auditIds(document, schemas);
  const schema = schemas(lines.schema);
  if (schema === undefined) throw new TypeError("a file of a schema that is not known was let in");
  const graph = createGraph(lines, schema);
  const find = createFacets(graph);
  const checked = new Set<number>();
  const specifications = document.specifications.map((one) => checkSpecification(graph, find, one, checked));
  const isMet = specifications.every(({ status }) => status === "pass");
  return {
    status: faults.length > 0 ? "invalid" : isMet ? "pass" : "fail",
    title: document.title,
    faults,
    specifications,
    checked: checked.size,
    forOthers: document.specifications.filter(({ editions }) => !editions.some((one) => schemas(one) === schema))
      .length,
  };
}

type Find = (instance: Instance, facet: Facet) => Finding;

function checkSpecification(
  graph: IfcGraph,
  find: Find,
  specification: Specification,
  checked: Set<number>,
): SpecificationResult {
  const { name, usage, requirements } = specification;
  const applicable = graph.instances.filter((one) =>
    specification.applicability.every((facet) => find(one, facet).outcome === "pass"),
  );
  const failures: IdsFailure[] = [];
  let failed = 0;
  for (const instance of applicable) {
    checked.add(instance.id);
    const found = requirements.flatMap((facet) => failureOf(graph, instance, facet, find(instance, facet)));
    if (found.length === 0) continue;
    failed += 1;
    failures.push(...found.slice(0, FAILURES_MAX - failures.length));
  }
  const reason = reasonOf(usage, applicable.length, failed);
  return {
    name,
    status: reason === null ? "pass" : "fail",
    usage,
    applicable: applicable.length,
    passed: applicable.length - failed,
    failed,
    reason,
    // What a prohibited specification wants is that they fail.
    failures: usage === "prohibited" ? [] : failures,
  };
}

function reasonOf(usage: Cardinality, applicable: number, failed: number): string | null {
  if (usage === "prohibited") return applicable > failed ? "something is there that must not be" : null;
  if (usage === "required" && applicable === 0) return "nothing is there that it applies to";
  return failed > 0 ? "requirements are not met" : null;
}

function failureOf(graph: IfcGraph, instance: Instance, facet: Facet, finding: Finding): readonly IdsFailure[] {
  const cardinality = facet.facet === "entity" ? "required" : facet.cardinality;
  const isMet =
    cardinality === "prohibited"
      ? finding.outcome !== "pass"
      : finding.outcome === "pass" || (cardinality === "optional" && finding.outcome === "absent");
  if (isMet) return [];
  return [
    {
      line: instance.id,
      global_id: graph.text(instance, "GlobalId") ?? null,
      type: instance.type,
      requirement: facet.facet,
      reason: finding.outcome === "pass" ? "it has what is prohibited" : finding.reason,
    },
  ];
}

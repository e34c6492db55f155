import { z } from "zod";
import type { JsonObject } from "../../../../../kernel/index.ts";
import { clashBodiesOf, togetherIn } from "../../../model/clash/bodies.ts";
import type { Clash, ClashType } from "../../../model/clash/clash.ts";
import { runClash } from "../../../model/clash/run-clash.ts";
import { CATEGORIES, categoryOf, type Element } from "../../../model/element.ts";
import { uuidOf } from "../../../model/ids.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import type { BranchState } from "../../../model/state/branch-state.ts";
import { PAGED, Page, pageOf, ShownPoint } from "../../../read/answers.ts";
import { meshesOfBodies } from "../../../read/clash-meshes.ts";
import { defineCheck } from "../../../write/check.ts";
import { CHECKED } from "../answers.ts";

const SEVERITIES: Readonly<Record<ClashType, string>> = {
  hard: "error",
  duplicate: "error",
  clearance: "warning",
  soft: "info",
};
const ORDER: readonly ClashType[] = ["hard", "duplicate", "clearance", "soft"];
/** Pairs that nothing can be said about, named one by one. */
const UNRESOLVED_MAX = 20;
const LENGTH_MM_MAX = 100_000;

const Found = z.object({
  id: z.string().describe("The same for the same two elements in every run; clash_id of a BCF issue"),
  element_a: z.string(),
  element_b: z.string(),
  category_a: z.string(),
  category_b: z.string(),
  clash_type: z.enum(["hard", "soft", "clearance", "duplicate"]),
  severity: z.string(),
  method: z.enum(["solid", "mesh"]).describe("mesh: by triangles, where one of the two is no solid"),
  location: ShownPoint,
  overlap_volume: z.number().nullable().describe("In mm³; null where it cannot be measured"),
  penetration_depth: z.number().nullable().describe("Least thickness of the overlap, in mm"),
  gap: z.number().nullable().describe("Between the two, in mm; of clearance clashes"),
});

export const clashDetection = defineCheck({
  name: "clash_detection",
  title: "Find clashes",
  description: [
    "Which elements are in each other's way: hard (solids overlap), soft (no deeper than tolerance), clearance (closer than clearance) and duplicate (the same solid in the same place), each with its place, overlap volume in mm³ and depth.",
    "What touches does not clash. Host and hosted, joined elements, rooms and openings are left out; name Rooms as a category to compare with rooms.",
    "Elements that are no closed solids are compared by their triangles: then overlap_volume is null and a warning says so. Pairs that could not be compared stand in not_checked.",
  ].join("\n"),
  input: z.object({
    source_category: z.enum(CATEGORIES).optional().describe("One side; everything built where it is left out"),
    target_category: z.enum(CATEGORIES).optional().describe("The other side; everything built where it is left out"),
    tolerance: z.number().min(0).max(LENGTH_MM_MAX).default(0).describe("Overlaps no deeper than this are soft, in mm"),
    clearance: z.number().min(0).max(LENGTH_MM_MAX).default(0).describe("What must stay free between the two, in mm"),
    ...Page,
    limit: z.int().min(1).max(80).default(50).describe("How many clashes at most"),
    ...WHERE,
  }),
  output: z.object({
    clashes: z.array(Found),
    counts: z.record(z.string(), z.int()).describe("How many of each clash_type"),
    elements_checked: z.int(),
    pair_tests: z.int().describe("Pairs of bodies that were compared, after boxes had ruled out the rest"),
    not_checked: z.array(z.object({ element_a: z.string(), element_b: z.string(), reason: z.string() })),
    not_checked_count: z.int(),
    status: z.enum(["clash_free", "clashes", "not_determined"]).describe("clash_free only if every pair was compared"),
    ...PAGED,
    ...CHECKED,
  }),
  async check({ source_category, target_category, tolerance, clearance, limit, offset }, where, building) {
    const state = (where as NonNullable<typeof where>).state;
    const bodies = clashBodiesOf(state, { source: source_category, target: target_category });
    const { asking } = building;
    const meshes = await meshesOfBodies(bodies, asking);
    const request = { bodies, together: togetherIn(state), toleranceMm: tolerance, clearanceMm: clearance, meshes };
    const found = await runClash(request, asking);
    const clashes = [...found.clashes].sort(byWeight);
    const counts = Object.fromEntries(ORDER.map((type) => [type, clashes.filter((one) => one.type === type).length]));
    const { page, paged } = pageOf(clashes, { limit, offset });
    const unresolved = found.unresolved.length;
    const hasBoth = bodies.some(({ isSource }) => isSource) && bodies.some(({ isTarget }) => isTarget);
    const isEmpty = bodies.length < 2 || !hasBoth;
    const status = clashes.length > 0 ? "clashes" : unresolved > 0 || isEmpty ? "not_determined" : "clash_free";
    return {
      answer: {
        clashes: page.map((clash) => shown(state, clash)),
        counts,
        elements_checked: bodies.length,
        pair_tests: found.pairTests,
        not_checked: found.unresolved
          .slice(0, UNRESOLVED_MAX)
          .map(({ a, b, reason }) => ({ element_a: a, element_b: b, reason })),
        not_checked_count: unresolved,
        status,
        ...paged,
      },
      summary: { status, counts, elements_checked: bodies.length, not_checked: unresolved },
      about: bodies.map(({ id }) => id),
      warnings: warningsOf(clashes, unresolved, isEmpty),
    };
  },
});

function byWeight(a: Clash, b: Clash): number {
  const [one, other] = [a.overlap_volume ?? 0, b.overlap_volume ?? 0];
  const byId = `${a.a} ${a.b}` < `${b.a} ${b.b}` ? -1 : 1;
  return ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || other - one || byId;
}

function shown(
  state: BranchState,
  { a, b, type, method, location, overlap_volume, penetration, gap }: Clash,
): JsonObject {
  const category = (id: string) => categoryOf(state.get(id) as Element);
  return {
    id: uuidOf("clash", `${a}:${b}`),
    element_a: a,
    element_b: b,
    category_a: category(a),
    category_b: category(b),
    clash_type: type,
    severity: SEVERITIES[type],
    method,
    location: location.map((value) => Math.round(value * 1000) / 1000 + 0),
    overlap_volume,
    penetration_depth: penetration,
    gap,
  };
}

function warningsOf(clashes: readonly Clash[], unresolved: number, isEmpty: boolean): string[] {
  const byTriangles = clashes.filter(({ method }) => method === "mesh").length;
  return [
    ...(byTriangles > 0
      ? [`${byTriangles} clashes are with elements that are no closed solids: found by triangles, without a volume.`]
      : []),
    ...(unresolved > 0 ? [`${unresolved} pairs could not be compared: see not_checked.`] : []),
    ...(isEmpty ? ["There are not two elements that could meet: nothing was compared."] : []),
  ];
}

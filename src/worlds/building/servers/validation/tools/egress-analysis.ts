import { z } from "zod";
import type { JsonObject } from "../../../../../kernel/index.ts";
import type { Where } from "../../../building.ts";
import { text } from "../../../model/element.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { egressOf } from "../../../model/rules/measures/egress.ts";
import { EGRESS_RULES, TRAVEL_MM, TRAVEL_RULES, type Use } from "../../../model/rules/table/egress.ts";
import type { BranchState } from "../../../model/state/branch-state.ts";
import { toMm } from "../../../model/units.ts";
import { Issue, RULED, reportOf } from "../../../read/rule-report.ts";
import { defineCheck } from "../../../write/check.ts";
import { CHECKED } from "../answers.ts";

const PATHS_MAX = 60;
const USES = Object.keys(TRAVEL_MM) as [Use, ...Use[]];

export const egressAnalysis = defineCheck({
  name: "egress_analysis",
  title: "Check the ways out",
  description: [
    "The way from every room to the nearest door that leads outside, its length against what the use of the building allows, two doors for rooms and two exits for buildings above 50 m², and the clear width of all exits for the people that are named.",
    "compliance is true only if every rule ran and none failed. Ways go from middle to door to middle; furniture is not walked around. Limits are not verified against an edition.",
  ].join("\n"),
  input: z.object({
    occupancy: z.int().min(0).max(1_000_000).describe("How many people are in the building"),
    occupancy_type: z.enum(USES).optional().describe("What it is used for; the strictest limit where it is left out"),
    ...WHERE,
  }),
  output: z.object({
    occupancy: z.int(),
    occupancy_type: z.string().nullable(),
    compliance: z.boolean(),
    paths: z.array(
      z.object({
        room_id: z.string(),
        room_name: z.string().nullable(),
        exit_id: z.string().nullable().describe("Null where no way leads outside"),
        distance: z.number().nullable().describe("From the middle of the room, in mm"),
        rooms: z.array(z.string()),
      }),
    ),
    exits: z.array(z.string()),
    violations: z.array(Issue),
    ...RULED,
    ...CHECKED,
  }),
  check({ occupancy, occupancy_type }, where) {
    const { state } = where as Where;
    const limit = occupancy_type === undefined ? Math.min(...Object.values(TRAVEL_MM)) : TRAVEL_MM[occupancy_type];
    const rules = [...TRAVEL_RULES.filter(({ max }) => max === limit), ...EGRESS_RULES];
    const report = reportOf(rules, { state, options: { occupancy } });
    const paths = pathsIn(state);
    return {
      answer: {
        occupancy,
        occupancy_type: occupancy_type ?? null,
        compliance: report.status === "compliant",
        paths: paths.slice(0, PATHS_MAX),
        exits: egressOf(state).graph.exits.map(({ via }) => via.id),
        violations: [...report.issues],
        ...report.told,
      },
      summary: { occupancy, ...report.summary },
      about: report.about,
      warnings: [
        ...report.warnings,
        ...(occupancy_type === undefined
          ? ["occupancy_type is not said: the strictest way to an exit was taken."]
          : []),
        ...(paths.length > PATHS_MAX
          ? [`Only ${PATHS_MAX} of ${paths.length} rooms are shown, the furthest first.`]
          : []),
      ],
    };
  },
});

/** The furthest first, and before them those without a way out. */
function pathsIn(state: BranchState): JsonObject[] {
  const { graph, out } = egressOf(state);
  return [...graph.rooms.values()]
    .map(({ room }) => ({ room, way: out.get(room.id) }))
    .sort((a, b) => {
      const [one, other] = [a.way?.distance ?? Number.MAX_VALUE, b.way?.distance ?? Number.MAX_VALUE];
      return other - one || (a.room.id < b.room.id ? -1 : 1);
    })
    .map(({ room, way }) => ({
      room_id: room.id,
      room_name: text(room, "name") ?? null,
      exit_id: way?.exit.id ?? null,
      distance: way === undefined ? null : toMm(way.distance),
      rooms: [...(way?.rooms ?? [])],
    }));
}

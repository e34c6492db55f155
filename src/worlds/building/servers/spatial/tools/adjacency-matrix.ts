import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { PAGED, pageOf, READ, readFrom } from "../../../read/answers.ts";
import { requireLevel } from "../../../read/require.ts";
import { adjacenciesOn } from "../../../read/rooms.ts";

/** Above this many rooms a row names only its neighbours: the whole square would not fit into an answer. */
const WHOLE_MAX = 25;

export const adjacencyMatrix = defineTool({
  name: "adjacency_matrix",
  title: "Adjacency of rooms",
  description: [
    "Which rooms of a level lie beside each other: matrix[room][other] is true where they share a wall or an open boundary.",
    `With more than ${WHOLE_MAX} rooms a row names only its neighbours (form "neighbours"): whatever is not there is false. Rows come in pages.`,
    "Whether one can walk between them is in `connected`; the way itself is found by path_finding.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    level_id: ElementId.describe("As create_level returned it"),
    limit: z.int().min(1).max(100).default(100).describe("How many rows at most"),
    offset: z.int().min(0).default(0).describe("How many rows to pass over: next_offset of the page before"),
    ...WHERE,
  }),
  output: z.object({
    level_id: z.string(),
    rooms: z.array(z.string()),
    form: z.enum(["whole", "neighbours"]),
    matrix: z.record(z.string(), z.record(z.string(), z.boolean())),
    connected: z.array(z.array(z.string())).describe("Pairs of rooms with a door or an open boundary between them"),
    ...PAGED,
    ...READ,
  }),
  async run({ level_id, limit, offset, ...asked }, building: Building) {
    const where = await building.where(asked);
    const level = requireLevel(where, level_id);
    const { rooms, pairs } = adjacenciesOn(where.state, level);
    const beside = new Set(pairs.flatMap(([a, { room: b }]) => [`${a.id} ${b.id}`, `${b.id} ${a.id}`]));
    const isWhole = rooms.length <= WHOLE_MAX;
    const { page, paged } = pageOf(rooms, { limit, offset });
    const rowOf = (id: string) => {
      const others = rooms.filter((other) => other.id !== id && (isWhole || beside.has(`${id} ${other.id}`)));
      return Object.fromEntries(others.map((other) => [other.id, beside.has(`${id} ${other.id}`)]));
    };
    const shown = new Set(page.map(({ id }) => id));
    return {
      level_id: level.id,
      rooms: page.map(({ id }) => id),
      form: isWhole ? "whole" : "neighbours",
      matrix: Object.fromEntries(page.map(({ id }) => [id, rowOf(id)])),
      connected: pairs
        .filter(([a, { doors, contact }]) => shown.has(a.id) && (doors.length > 0 || contact.openLength > 0))
        .map(([a, { room: b }]) => [a.id, b.id]),
      ...paged,
      ...readFrom(where),
    };
  },
});

import { type ChangeResult, measureChanges, measureQueries, type QueryResult } from "./building/city.ts";
import { type ModelResult, measureModels } from "./building/models.ts";
import { measureWalls, type WallResult } from "./building/walls.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { table } from "./kit/table.ts";

const WALL_RATIO_MIN = 5;
const QUERY_RATIO_MIN = 50;
/** Of what one affected element costs in the smaller and in the larger model. */
const GROWTH_MAX = 3;
const SIZES = [1000, 10_000] as const;

interface BuildingResult {
  readonly walls: readonly WallResult[];
  readonly changes: readonly ChangeResult[];
  readonly queries: QueryResult;
  /** Only with a corpus: IFC files of others. */
  readonly models: readonly ModelResult[];
  readonly targets: readonly Target[];
}

/** How long geometry, regeneration and questions about space take, in time of the processor. */
export const bench: Bench<BuildingResult> = {
  name: "building",
  summary:
    "walls with openings against three-bvh-csg, regeneration and spatial queries among 10 000 elements, IFC files of --corpus",
  async run({ corpus, progress }) {
    const walls = await measureWalls([16, 64], progress);
    const changes = await measureChanges(SIZES, progress);
    const queries = measureQueries(10_000, progress);
    const models = corpus === undefined ? [] : await measureModels(corpus, progress);
    return { walls, changes, queries, models, targets: targetsOf(walls, changes, queries, models) };
  },
  print: ({ walls, changes, queries, models, targets }) => [
    ...table(
      [
        "openings",
        "ours ms",
        "three-bvh-csg ms",
        "times faster",
        "our error",
        "its error",
        "our triangles",
        "its triangles",
      ],
      walls.map((one) => [
        String(one.openings),
        one.ours.toFixed(2),
        one.theirs.toFixed(1),
        one.ratio.toFixed(1),
        one.ourError.toExponential(1),
        one.theirError.toExponential(1),
        String(one.ourTriangles),
        String(one.theirTriangles),
      ]),
    ),
    "",
    ...table(
      ["changed", "elements", "affected", "ms", "µs for each affected"],
      changes.map(({ what, elements, affected, ms }) => [
        what,
        String(elements),
        String(affected),
        ms.toFixed(2),
        ((ms * 1000) / affected).toFixed(0),
      ]),
    ),
    "",
    `boxes among ${queries.elements} elements, ${queries.found.toFixed(1)} found each: index ${queries.indexUs.toFixed(1)} µs, scan ${queries.scanUs.toFixed(0)} µs, scan of kept places ${queries.keptUs.toFixed(0)} µs; index made in ${queries.buildMs.toFixed(0)} ms`,
    "",
    ...(models.length === 0
      ? []
      : [
          ...table(
            [
              "file",
              "schema",
              "instances",
              "second reader",
              "storeys",
              "rooms",
              "walls",
              "wall m³ built",
              "wall m³ told",
              "editable",
              "fixed",
              "not solid",
              "ms",
            ],
            models.map((one) => [
              one.file,
              one.schema,
              String(one.entities),
              String(one.elsewhere),
              String(one.storeys),
              String(one.rooms),
              String(one.walls),
              one.wallVolume.toFixed(4),
              one.toldVolume === null ? "-" : one.toldVolume.toFixed(4),
              String(one.editable),
              String(one.fixed),
              String(one.open),
              one.ms.toFixed(0),
            ]),
          ),
          "",
        ]),
    ...targets.map(({ target, measured, met }) => `${met ? "met    " : "NOT MET"}  ${target}: ${measured}`),
  ],
};

function targetsOf(
  walls: readonly WallResult[],
  changes: readonly ChangeResult[],
  queries: QueryResult,
  models: readonly ModelResult[],
): Target[] {
  const [small, large] = SIZES.map((size) => {
    const own = changes.filter(({ elements }) => elements === size);
    return own.reduce((sum, { ms }) => sum + ms, 0) / own.reduce((sum, { affected }) => sum + affected, 0);
  });
  const growth = (large ?? 0) / (small ?? 1);
  const ratio = queries.scanUs / queries.indexUs;
  return [
    ...walls.map(({ openings, ratio: faster }) => ({
      target: `a wall with ${openings} openings at least ${WALL_RATIO_MIN}× faster than three-bvh-csg`,
      measured: `${faster.toFixed(1)}×`,
      met: faster >= WALL_RATIO_MIN,
    })),
    {
      target: `an affected element costs at most ${GROWTH_MAX}× as much among ${SIZES[1]} elements as among ${SIZES[0]}`,
      measured: `${growth.toFixed(2)}×`,
      met: growth <= GROWTH_MAX,
    },
    {
      target: `a spatial query at least ${QUERY_RATIO_MIN}× faster than a linear scan`,
      measured: `${ratio.toFixed(0)}× (${(queries.keptUs / queries.indexUs).toFixed(0)}× where every place is known beforehand)`,
      met: ratio >= QUERY_RATIO_MIN,
    },
    ...(models.length === 0
      ? []
      : [
          {
            target: "instances as a second reader counts them",
            measured: `${models.filter(({ entities, elsewhere }) => entities === elsewhere).length} of ${models.length} files`,
            met: models.every(({ entities, elsewhere }) => entities === elsewhere),
          },
        ]),
  ];
}

import type { ImportHost, Json, JsonObject } from "../../../kernel/index.ts";

type Make = (tool: string, args: JsonObject, reasoning: string) => Promise<JsonObject>;

const [WIDE, DEEP] = [10_000, 8000];
const OUTER: Json = [
  [0, 0],
  [WIDE, 0],
  [WIDE, DEEP],
  [0, DEEP],
];
const OUTER_WALL_MM = 300;
/** At the outer faces of the walls that stand on it. */
const SLAB: Json = [
  [-OUTER_WALL_MM / 2, -OUTER_WALL_MM / 2],
  [WIDE + OUTER_WALL_MM / 2, -OUTER_WALL_MM / 2],
  [WIDE + OUTER_WALL_MM / 2, DEEP + OUTER_WALL_MM / 2],
  [-OUTER_WALL_MM / 2, DEEP + OUTER_WALL_MM / 2],
];
/** The eaves hang below the walls' tops by so much that the roof lies on the walls' outer edges. */
const ROOF = { slope: 35, overhang: 500, dropMm: 245 };
/** Eighteen risers of 170 mm. */
const STOREY_MM = 3060;
const WALL_MM = { ground: 2760, first: 2700 };

/** A house of two storeys with a stair, made as anybody would make it: through the tools. */
export async function makeDemo(host: ImportHost): Promise<string> {
  const on = (server: string): Make => {
    return async (tool, args, reasoning) => dataOf(await host.call(server, tool, { ...args, reasoning }));
  };
  const [model, geometry] = [on("model"), on("geometry")];
  await model(
    "create_project",
    { name: "House by the lane", description: "A demo: two storeys, a stair, six rooms." },
    "a house to look at",
  );
  const ground = await model(
    "create_level",
    { name: "Ground floor", elevation: 0, height: STOREY_MM },
    "the lower storey",
  );
  const first = await model(
    "create_level",
    { name: "First floor", elevation: STOREY_MM, height: STOREY_MM },
    "the upper storey",
  );
  const levels = { ground: String(ground.level_id), first: String(first.level_id) };
  await storey(geometry, model, levels.ground, true);
  await storey(geometry, model, levels.first, false);
  await inside(geometry, model, levels);
  const { total } = dataOf(await host.call("model", "list_elements", { limit: 1 }));
  return `building: a house of two storeys, ${total} elements`;
}

const dataOf = ({ data }: JsonObject) => data as JsonObject;

/** Outer walls mitred in a ring, two walls that divide the storey, its openings and its rooms. */
async function storey(geometry: Make, model: Make, level_id: string, isGround: boolean): Promise<void> {
  const height = isGround ? WALL_MM.ground : WALL_MM.first;
  const wall = async (start: Json, end: Json, more: JsonObject, why: string): Promise<string> =>
    String((await geometry("create_wall", { start, end, height, level_id, ...more }, why)).wall_id);
  const outer = {
    thickness: OUTER_WALL_MM,
    wall_type: "exterior",
    is_exterior: true,
    material: "masonry",
    fire_rating: 60,
  };
  const inner = { thickness: 150, wall_type: "interior", material: "brick", fire_rating: 30 };
  const south = await wall([0, 0], [WIDE, 0], { ...outer, name: "South" }, "the front");
  const east = await wall([WIDE, 0], [WIDE, DEEP], { ...outer, name: "East" }, "the stair's side");
  const north = await wall([WIDE, DEEP], [0, DEEP], { ...outer, name: "North" }, "the garden side");
  const west = await wall([0, DEEP], [0, 0], { ...outer, name: "West" }, "the evening side");
  for (const pair of [
    [south, east],
    [east, north],
    [north, west],
    [west, south],
  ]) {
    await geometry("join_elements", { element_ids: pair, join_type: "miter" }, "corners that meet");
  }
  const spine = await wall([6000, 0], [6000, DEEP], { ...inner, name: "Spine" }, "the hall apart from the rooms");
  const cross = await wall([0, 4000], [6000, 4000], { ...inner, name: "Cross" }, "two rooms");
  for (const against of [south, north])
    await geometry("join_elements", { element_ids: [spine, against] }, "the spine ends at the outer walls");
  for (const against of [west, spine])
    await geometry("join_elements", { element_ids: [cross, against] }, "the cross wall ends at its neighbours");
  const door = (wall_id: string, offset: number, more: JsonObject = {}) =>
    geometry("place_door", { wall_id, offset, ...more }, "a way through");
  const window = (wall_id: string, offset: number, more: JsonObject = {}) =>
    geometry("place_window", { wall_id, offset, ...more }, "light");
  if (isGround)
    await door(south, 7500, { width: 1000, height: 2100, fire_rating: 30, is_accessible: true, name: "Front door" });
  else await window(south, 7500, { width: 1000 });
  await door(spine, 1500, { open_direction: "in" });
  await door(spine, 5500, { swing: "right" });
  if (isGround) await door(cross, 2000, { door_type: "sliding", width: 1200 });
  await window(south, 1500, { width: 1800 });
  await window(south, 4000);
  await window(east, 3400, { height: 1500, sill_height: 800 });
  await window(north, 5000, { width: 2000, height: 1500, sill_height: 600 });
  await window(west, 1500);
  await window(west, 5500);
  const rooms: readonly (readonly [string, string, string, Json])[] = [
    [
      isGround ? "Kitchen" : "Bedroom 1",
      isGround ? "G1" : "F1",
      isGround ? "kitchen" : "bedroom",
      [
        [150, 150],
        [5925, 150],
        [5925, 3925],
        [150, 3925],
      ],
    ],
    [
      isGround ? "Living room" : "Bedroom 2",
      isGround ? "G2" : "F2",
      isGround ? "living" : "bedroom",
      [
        [150, 4075],
        [5925, 4075],
        [5925, 7850],
        [150, 7850],
      ],
    ],
    [
      isGround ? "Hall" : "Landing",
      isGround ? "G3" : "F3",
      "circulation",
      [
        [6075, 150],
        [9850, 150],
        [9850, 7850],
        [6075, 7850],
      ],
    ],
  ];
  for (const [name, number, room_type, boundary_points] of rooms) {
    await model("create_room", { name, number, room_type, boundary_points, height, level_id }, "a room of its own");
  }
}

/** Floors, the stair with its opening, a column with its beam, and the roof. */
async function inside(
  geometry: Make,
  model: Make,
  { ground, first }: { ground: string; first: string },
): Promise<void> {
  const slab = { boundary_points: SLAB, thickness: 300, material: "concrete", fire_rating: 60 };
  await geometry(
    "create_floor",
    { ...slab, level_id: ground, floor_type: "foundation", name: "Ground slab" },
    "to stand on",
  );
  const { floor_id = "" } = await geometry(
    "create_floor",
    { ...slab, level_id: first, floor_type: "suspended", name: "First floor slab" },
    "to stand on",
  );
  await model(
    "create_stair",
    {
      location: [9200, 1500],
      direction: 90,
      base_level: ground,
      top_level: first,
      risers: 18,
      riser_height: 170,
      tread_depth: 270,
      width: 1000,
      has_handrails: true,
      headroom: 2100,
    },
    "a way up",
  );
  await geometry(
    "create_opening",
    { host_id: floor_id, location: [9200, 3850], width: 1040, height: 4700, opening_type: "stair" },
    "room for the stair",
  );
  await geometry(
    "create_column",
    { location: [8000, 4000], base_level: ground, top_level: first, profile: "300x300", material: "concrete" },
    "carries the landing",
  );
  await model(
    "create_beam",
    {
      start: [6000, 4000],
      end: [8000, 4000],
      profile: { shape: "rectangular", width: 200, depth: 300 },
      elevation: WALL_MM.ground,
      level_id: ground,
      material: "concrete",
    },
    "from the spine to the column",
  );
  await geometry(
    "create_roof",
    {
      boundary_points: OUTER,
      roof_type: "gable",
      slope: ROOF.slope,
      overhang: ROOF.overhang,
      thickness: 250,
      base_elevation: STOREY_MM + WALL_MM.first - ROOF.dropMm,
      level_id: first,
      material: "timber",
    },
    "against the rain",
  );
}

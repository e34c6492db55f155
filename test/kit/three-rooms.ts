import type { Answer, TestBuilding } from "./building.ts";

/** Ids of what stands there, by name. */
export type ThreeRooms = Readonly<Record<string, string>>;

function rectangle(west: number, south: number, east: number, north: number): number[][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

/**
 * Three rooms in a row, each 4 by 5 m between the middles of its walls: kitchen, hall, bath. Doors lead from the kitchen
 * to the hall, from the hall to the bath and from the hall outside. Made through the tools, in mm.
 */
export async function makeThreeRooms({ make }: Pick<TestBuilding, "make">): Promise<ThreeRooms> {
  const { model_id } = await make("create_project", { name: "Three rooms" });
  const ids: Record<string, string> = { model: model_id };
  const keep = (name: string, answer: Answer, field: string) => {
    ids[name] = answer[field];
  };
  keep("ground", await make("create_level", { name: "Ground", elevation: 0 }), "level_id");
  const level_id = ids.ground;
  const walls: Record<string, [number[], number[]]> = {
    south: [
      [0, 0],
      [12000, 0],
    ],
    north: [
      [0, 5000],
      [12000, 5000],
    ],
    west: [
      [0, 0],
      [0, 5000],
    ],
    between1: [
      [4000, 0],
      [4000, 5000],
    ],
    between2: [
      [8000, 0],
      [8000, 5000],
    ],
    east: [
      [12000, 0],
      [12000, 5000],
    ],
  };
  for (const [name, [start, end]] of Object.entries(walls)) {
    keep(name, await make("create_wall", { start, end, level_id, wall_type: "basic" }), "wall_id");
  }
  const rooms = { kitchen: [100, 3900], hall: [4100, 7900], bath: [8100, 11900] } as const;
  for (const [name, [from, to]] of Object.entries(rooms)) {
    const room = { name, boundary_points: rectangle(from, 100, to, 4900), height: 2500, level_id };
    keep(name, await make("create_room", room), "room_id");
  }
  const doors: Record<string, [string, number]> = {
    door1: ["between1", 2000],
    door2: ["between2", 3000],
    entrance: ["south", 5500],
  };
  for (const [name, [wall, offset]] of Object.entries(doors)) {
    keep(name, await make("place_door", { wall_id: ids[wall], offset }), "door_id");
  }
  return ids;
}

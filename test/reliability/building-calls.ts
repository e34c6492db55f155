import { expect } from "vitest";
import { openTestBuilding, type TestBuilding } from "../kit/building.ts";
import { createDice } from "../kit/random-buildings.ts";

type Arguments = Record<string, unknown>;

const NOBODY = "00000000-0000-4000-8000-000000000000";

/** What random calls came to. */
export interface CallsReport {
  readonly root: string;
  readonly done: number;
  readonly refused: number;
  readonly codes: Readonly<Record<string, number>>;
}

/** Makes so many calls, good ones and bad ones, all following from one seed; every answer and every event is looked at. */
export async function randomCalls(seed: number, calls: number): Promise<CallsReport> {
  const site = await openTestBuilding({ seed: `calls ${seed}` });
  await site.allow("*", { max_operations_per_session: 0, approvals: "off", max_elements_per_operation: 0 });
  await site.make("create_project", { name: "House" });
  const dice = createDice(seed);
  const known = new Known(dice);
  known.add("level", (await site.make("create_level", { name: "Ground", elevation: 0 })).level_id);
  known.add("level", (await site.make("create_level", { name: "Upper", elevation: 3000 })).level_id);
  known.branches.push("main");
  const codes: Record<string, number> = {};
  let [done, refused] = [0, 0];
  for (let n = 0; n < calls; n++) {
    const [tool, args] = nextCall(dice, known, n);
    const isRehearsal = dice() < 0.1;
    const reasoning = dice() < 0.02 ? {} : { reasoning: `call ${n}` };
    const answer = await site.ask(tool, { ...args, ...reasoning, dry_run: isRehearsal });
    expect(Array.isArray(answer.warnings), `${tool}: ${JSON.stringify(answer)}`).toBe(true);
    if (answer.success === true) {
      done += 1;
      expect(answer.event_id === null).toBe(isRehearsal);
      if (!isRehearsal) known.learn(tool, answer.data, args);
    } else {
      refused += 1;
      expect(answer.event_id).toBeNull();
      expect(answer.error.code, `${tool} ${JSON.stringify(args)}: ${JSON.stringify(answer)}`).toBeGreaterThanOrEqual(
        1000,
      );
      expect(answer.error.code, `${tool} ${JSON.stringify(args)}: ${JSON.stringify(answer)}`).toBeLessThan(1400);
      codes[answer.error.code] = (codes[answer.error.code] ?? 0) + 1;
    }
  }
  await lookAtEvents(site, known.branches);
  const { live, rebuilt } = await site.replay();
  expect(rebuilt).toEqual(live);
  return { root: await site.root(), done, refused, codes };
}

/** Every event has an actor and a reason, and a place of its own in its branch. */
async function lookAtEvents(site: TestBuilding, branches: readonly string[]): Promise<void> {
  for (const branch_id of branches) {
    let after_seq = 0;
    for (;;) {
      const { data } = await site.ask("get_event_log", { branch_id, after_seq, limit: 1000 });
      for (const event of data.events) {
        expect(event.sequence_num).toBe(after_seq + 1);
        after_seq = event.sequence_num;
        expect(event.agent_id).toEqual(expect.any(String));
        expect(event.user_id).toEqual(expect.any(String));
        expect(event.reasoning?.length).toBeGreaterThan(0);
      }
      if (data.next_after_seq === undefined) break;
    }
    expect(
      (await site.ask("list_branches")).data.branches.find((one: Arguments) => one.name === branch_id)?.model_version,
    ).toBe(after_seq);
  }
}

class Known {
  readonly branches: string[] = [];
  readonly #dice: () => number;
  readonly #ids = new Map<string, string[]>();

  constructor(dice: () => number) {
    this.#dice = dice;
  }

  add(type: string, id: string): void {
    this.#ids.set(type, [...(this.#ids.get(type) ?? []), id]);
  }

  /** One of some types that was made at some time; sometimes one that never was. */
  some(...types: string[]): string {
    const all = types.flatMap((type) => this.#ids.get(type) ?? []);
    if (all.length === 0 || this.#dice() < 0.03) return this.#dice() < 0.5 ? NOBODY : "no id";
    return all[Math.floor(this.#dice() * all.length)] as string;
  }

  learn(tool: string, data: Arguments, args: Arguments): void {
    for (const type of ANY) {
      const id = data[`${type}_id`];
      if (typeof id === "string" && !(`${type}_id` in args)) this.add(type, id);
    }
    if (tool === "create_branch") this.branches.push(data.name as string);
  }
}

const ANY = [
  "wall",
  "floor",
  "roof",
  "column",
  "opening",
  "door",
  "window",
  "room",
  "beam",
  "stair",
  "join",
  "result",
  "level",
];
const SOLID = ["wall", "floor", "column", "beam", "stair"];

function nextCall(dice: () => number, known: Known, n: number): readonly [string, Arguments] {
  const between = (low: number, high: number) => Math.round(low + dice() * (high - low));
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(dice() * items.length)] as Item;
  const at = () => (dice() < 0.01 ? [1e9, 0] : [between(0, 20) * 1000, between(0, 20) * 1000]);
  const ring = () => {
    const [x, y] = at() as [number, number];
    const [w, d] = [between(-1, 8) * 1000, between(1, 8) * 1000];
    const corners = [
      [x, y],
      [x + w, y],
      [x + w, y + d],
      [x, y + d],
    ];
    return dice() < 0.1 ? [corners[0], corners[2], corners[1], corners[3]] : corners;
  };
  const branch_id = dice() < 0.01 ? "nowhere" : pick(known.branches);
  const level_id = known.some("level");
  const calls: readonly (() => readonly [string, Arguments])[] = [
    () => ["create_wall", { start: at(), end: at(), height: between(-1, 40) * 100, level_id }],
    () => ["create_wall", { start: at(), end: at(), level_id }],
    () => ["create_floor", { boundary_points: ring(), level_id }],
    () => [
      "create_roof",
      { boundary_points: ring(), slope: between(0, 60), roof_type: pick(["flat", "gable", "hip", "shed", "mansard"]) },
    ],
    () => [
      "create_column",
      {
        location: at(),
        base_level: level_id,
        top_level: known.some("level"),
        profile: pick(["300x300", "thick", { shape: "circular", diameter: 400 }]),
      },
    ],
    () => ["place_door", { wall_id: known.some("wall", "floor"), offset: between(-1, 80) * 100 }],
    () => ["place_window", { wall_id: known.some("wall"), offset: between(0, 80) * 100 }],
    () => [
      "create_opening",
      { host_id: known.some("wall", "floor", "door"), offset: between(0, 80) * 100, width: 500, height: 500 },
    ],
    () => ["create_opening", { host_id: known.some("floor"), location: at(), width: 500, height: 500 }],
    () => [
      "boolean_operation",
      {
        element_a: known.some(...SOLID),
        element_b: known.some(...SOLID),
        operation: pick(["union", "subtract", "intersect", "xor"]),
      },
    ],
    () => [
      "join_elements",
      { element_ids: [known.some("wall"), known.some("wall")], join_type: pick(["auto", "miter", "butt"]) },
    ],
    () => [
      "modify_parameter",
      {
        element_id: known.some(...ANY),
        parameter_name: pick(["height", "thickness", "width", "offset", "colour"]),
        value: pick([between(1, 50) * 100, "high", -1]),
      },
    ],
    () => [
      "move_element",
      { element_id: known.some(...ANY), delta: [between(-5, 5) * 500, between(-5, 5) * 500, pick([0, 0, 0, 500])] },
    ],
    () => ["copy_element", { element_id: known.some(...ANY), delta: [between(-5, 5) * 500, between(-5, 5) * 500] }],
    () => ["create_room", { name: `Room ${n}`, boundary_points: ring(), level_id }],
    () => ["create_beam", { start: at(), end: at(), profile: "200x300", level_id }],
    () => [
      "create_stair",
      {
        location: at(),
        base_level: level_id,
        risers: between(1, 20),
        riser_height: 170,
        stair_type: pick(["straight", "L", "U", "spiral"]),
      },
    ],
    () => ["create_level", { name: `Level ${n}`, elevation: between(-2, 6) * 1500 }],
    () => ["delete_elements", { element_ids: [known.some(...ANY)] }],
    () => ["undo", {}],
    () => ["merge_branch", { source_branch_id: pick(known.branches), target_branch_id: pick(known.branches) }],
  ];
  if (known.branches.length < 4 && dice() < 0.01) return ["create_branch", { name: `branch ${n}`, branch_id }];
  const [tool, args] = pick(calls)();
  return [tool, tool === "merge_branch" ? args : { ...args, branch_id }];
}

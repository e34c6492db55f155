import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Answer, openTestBuilding, type TestBuilding } from "../../../../../test/kit/building.ts";

type Arguments = Record<string, unknown>;
type Ids = Record<string, string>;

const NOBODY = "00000000-0000-4000-8000-000000000000";
const SQUARE = [
  [0, 0],
  [6000, 0],
  [6000, 4000],
  [0, 4000],
];

/** A room of four walls with a door and a window, on a floor, below a roof. */
async function build({ make }: TestBuilding): Promise<Ids> {
  const { model_id } = await make("create_project", { name: "Hut" });
  const { level_id } = await make("create_level", { name: "Ground", elevation: 0, height: 3000 });
  const walls: string[] = [];
  for (const [n, start] of SQUARE.entries()) {
    const end = SQUARE[(n + 1) % 4];
    walls.push((await make("create_wall", { start, end, level_id, material: "brick" })).wall_id);
  }
  const [south = "", east = ""] = walls;
  await make("join_elements", { element_ids: [south, east], join_type: "miter" });
  const { door_id } = await make("place_door", { wall_id: south, offset: 1000, fire_rating: 30 });
  await make("place_window", { wall_id: east, offset: 1000 });
  await make("create_floor", { boundary_points: SQUARE, level_id });
  await make("create_roof", { boundary_points: SQUARE, roof_type: "gable", slope: 30, base_elevation: 3000, level_id });
  await make("create_room", { name: "Hall", number: "1", boundary_points: SQUARE, level_id });
  const { view_id: view } = await make("create_plan", { level_id });
  const { schedule_id: schedule } = await make("generate_schedule", { category: "Rooms" });
  return { model_id, level_id, south, door_id, view, schedule };
}

interface Contract {
  readonly good: (ids: Ids) => Arguments;
  readonly answers: Answer;
  readonly records: string;
  readonly begins: string;
  readonly refuses: readonly (readonly [what: string, args: (ids: Ids) => Arguments, code: number])[];
}

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);

const CONTRACTS: Readonly<Record<string, Contract>> = {
  create_plan: {
    good: ({ level_id }) => ({ level_id, scale: "1:50" }),
    answers: { view_id: uuid, view_type: "plan", scale: 50, format: "svg" },
    records: "view.created",
    begins: "<svg",
    refuses: [
      ["no level", () => ({}), 1000],
      ["a level that is not there", () => ({ level_id: NOBODY }), 1302],
      ["a wall for a level", ({ south }) => ({ level_id: south }), 1302],
      ["a level that is no id", () => ({ level_id: "ground" }), 1005],
      ["a scale of nothing", ({ level_id }) => ({ level_id, scale: 0 }), 1003],
      ["a scale in other words", ({ level_id }) => ({ level_id, scale: "small" }), 1001],
      ["a format nobody writes", ({ level_id }) => ({ level_id, format: "dwg" }), 1002],
      ["a branch that is not there", ({ level_id }) => ({ level_id, branch_id: "ghost" }), 1301],
    ],
  },
  create_section: {
    good: () => ({ cut_plane: { origin: [3000, 2000], normal: [0, 1] }, depth: 5000, format: "pdf" }),
    answers: { view_id: uuid, view_type: "section", scale: 100, format: "pdf", cut_count: 5 },
    records: "view.created",
    begins: "%PDF-1.4",
    refuses: [
      ["no plane", () => ({}), 1000],
      ["a plane without a direction", () => ({ cut_plane: { origin: [0, 0], normal: [0, 0] } }), 1003],
      ["a plane far from everything", () => ({ cut_plane: { origin: [0, 9e6], normal: [0, 1] } }), 1111],
      ["a depth of nothing", () => ({ cut_plane: { origin: [0, 0], normal: [0, 1] }, depth: 0 }), 1003],
      ["a plane in words", () => ({ cut_plane: "A-A" }), 1001],
    ],
  },
  generate_schedule: {
    good: () => ({
      category: "Doors",
      parameters: ["width", "level", "host", "area"],
      filters: { width: { min: 800 } },
    }),
    answers: {
      schedule_id: uuid,
      format: "csv",
      total: 1,
      schedule_data: [{ element_id: uuid, width: 900, level: "Ground", host: expect.any(String), area: 1.89 }],
      totals: { area: 1.89 },
    },
    records: "schedule.generated",
    begins: "\ufeffWidth (mm),Level,Host,Area (m²),Element\r\n",
    refuses: [
      ["a filter that says nothing", () => ({ category: "Doors", filters: { width: { min: "wide" } } }), 1001],
      ["no category", () => ({}), 1000],
      ["a category nobody knows", () => ({ category: "Dreams" }), 1002],
      ["a column that doors have not", () => ({ category: "Doors", parameters: ["slope"] }), 1004],
      ["a filter on what doors have not", () => ({ category: "Doors", filters: { slope: 1 } }), 1004],
    ],
  },
  quantity_takeoff: {
    good: () => ({ categories: ["Walls", "Floors"], grouping: "material", format: "xlsx" }),
    answers: {
      takeoff_id: uuid,
      format: "xlsx",
      counted: 5,
      quantities: [
        { group: "brick", category: "Walls", count: 4, length: 20_000, volume: expect.closeTo(11.382, 6) },
        { group: "none", category: "Floors", count: 1, length: null, area: 24, volume: 7.2 },
      ],
    },
    records: "takeoff.generated",
    begins: "PK",
    refuses: [
      ["a grouping nobody knows", () => ({ grouping: "colour" }), 1002],
      ["a category nobody knows", () => ({ categories: ["Dreams"] }), 1002],
    ],
  },
  create_sheet: {
    good: ({ view, schedule }) => ({ views: [view, schedule], title_block: { title: "Plan", number: "A1" } }),
    answers: { sheet_id: uuid, size: "A4", format: "svg" },
    records: "sheet.created",
    begins: "<svg",
    refuses: [
      ["no views", () => ({ views: [], title_block: { title: "Plan" } }), 1003],
      ["a view that is not there", () => ({ views: [NOBODY], title_block: { title: "Plan" } }), 1306],
      ["a wall for a view", ({ south }) => ({ views: [south], title_block: { title: "Plan" } }), 1306],
      ["a view that is no id", () => ({ views: ["plan"], title_block: { title: "Plan" } }), 1005],
      ["no title", ({ view }) => ({ views: [view], title_block: {} }), 1000],
      [
        "a sheet too small",
        ({ view }) => ({ views: [view, view, view], title_block: { title: "P" }, size: "A4" }),
        1003,
      ],
    ],
  },
  export_ifc: {
    good: () => ({ schema: "IFC4" }),
    answers: { export_id: uuid, schema: "IFC4", mvd: "ReferenceView_V1.2", counts: { Walls: 4, Doors: 1, Rooms: 1 } },
    records: "export.created",
    begins: "ISO-10303-21;",
    refuses: [
      ["no edition", () => ({}), 1000],
      ["an edition nobody writes", () => ({ schema: "IFC5" }), 1006],
      ["a view of another edition", () => ({ schema: "IFC2x3", mvd: "ReferenceView_V1.2" }), 1006],
      ["a model that is not there", () => ({ schema: "IFC4", model_id: NOBODY }), 1304],
    ],
  },
  export_bcf: {
    good: ({ door_id }) => ({
      issues: [
        { title: "Door too narrow", element_ids: [door_id], priority: "High", clash_id: "c1" },
        { title: "Look at <it> & all", description: "no element" },
      ],
      version: "3.0",
    }),
    answers: {
      export_id: uuid,
      version: "3.0",
      format: "bcf",
      topics: [{ title: "Door too narrow" }, { element_ids: [] }],
    },
    records: "export.created",
    begins: "PK",
    refuses: [
      ["no issues", () => ({ issues: [] }), 1003],
      ["an issue without a title", () => ({ issues: [{ description: "x" }] }), 1000],
      ["an element that is not there", () => ({ issues: [{ title: "x", element_ids: [NOBODY] }] }), 1300],
      ["a version nobody writes", () => ({ issues: [{ title: "x" }], version: "1.0" }), 1002],
    ],
  },
};

test.each(Object.entries(CONTRACTS))(
  "%s refuses what it must, rehearses for agents, and writes a file whose hash the log keeps",
  async (tool, { good, answers, records, begins, refuses }) => {
    const site = await openTestBuilding();
    const ids = await build(site);
    const before = await site.root();
    for (const [what, args, code] of refuses) {
      expect(await site.refused(tool, args(ids)), what).toMatchObject({ code, data: { hint: expect.any(String) } });
    }
    const unexplained = await site.ask(tool, { ...good(ids), dry_run: false });
    expect(unexplained).toMatchObject({ success: false, event_id: null, error: { code: 1206 } });
    await site.allow("reader", { permissions: { READ: {} } });
    for (const dry_run of [true, false]) {
      const answer = await site.ask(tool, { ...good(ids), dry_run, agent_id: "reader", reasoning: "I should not" });
      expect(answer).toMatchObject({ success: false, error: { code: 1200 } });
    }
    const rehearsed = await site.ask(tool, { ...good(ids), reasoning: "look first" });
    expect(rehearsed).toMatchObject({ success: true, event_id: null, dry_run: true, would_record: [records] });
    expect(rehearsed.data).toMatchObject(answers);
    expect(existsSync(rehearsed.data.file_path)).toBe(false);
    expect(await site.root()).toBe(before);

    const data = await site.make(tool, good(ids));

    expect(data).toMatchObject(answers);
    const bytes = readFileSync(data.file_path);
    expect(bytes.subarray(0, Buffer.byteLength(begins)).toString("utf8")).toBe(begins);
    expect(bytes.length).toBe(data.bytes);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(data.sha256);
    const log = (await site.ask("get_event_log", { limit: 1000 })).data.events.at(-1);
    expect(log).toMatchObject({ event_type: records, payload: { file: { sha256: data.sha256 } } });
    expect(log.payload.model_version).toBe(data.model_version);
    // The model itself is what it was.
    expect(await site.root()).toBe(before);
    const { live, rebuilt } = await site.replay();
    expect(rebuilt).toEqual(live);
  },
);

test("a document shows the branch as it stands at the call, never as it stood", async () => {
  const site = await openTestBuilding();
  const { level_id, door_id } = await build(site);
  const draw = async () => readFileSync((await site.make("create_plan", { level_id })).file_path, "utf8");
  const first = await draw();
  await site.make("modify_parameter", { element_id: door_id, parameter_name: "width", value: 1200 });
  const second = await draw();
  expect(second).not.toBe(first);
  expect(second).toContain(">1200<");
  await site.make("undo", {});
  expect(await draw()).toBe(first);
});

import { readFileSync } from "node:fs";
import { openKernel, SILENT_CLIENT } from "../../src/kernel/serve.ts";
import { makeDemo } from "../../src/worlds/building/demo/make-demo.ts";
import { building } from "../../src/worlds/building/index.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of their tool.
type Answer = any;

/** The drawings of the demo house that the guide shows, by their names, made by the tools as anybody would. */
export async function demoDrawings(folder: string): Promise<Readonly<Record<string, string>>> {
  const env = createSimulatedEnv("drawings", Date.UTC(2026, 2, 2));
  const kernel = openKernel({ env, version: "drawings", worlds: [building], log: QUIET, folder });
  async function call(server: string, name: string, args: object): Promise<Answer> {
    const isRead = name.startsWith("list_");
    const outcome: Answer = await kernel.call({
      server,
      name,
      arguments: isRead ? args : { reasoning: "the guide shows it", ...args, dry_run: false },
      connection: { id: "drawings", transport: "stdio", client: "drawings" },
      client: SILENT_CLIENT,
      signal: new AbortController().signal,
      form: "tool",
    });
    if (outcome.isError === true) throw new Error(`${name}: ${JSON.stringify(outcome.structuredContent)}`);
    return outcome.structuredContent;
  }
  try {
    await makeDemo({ call } as unknown as Parameters<typeof makeDemo>[0]);
    const { data } = await call("model", "list_elements", { category: "Levels" });
    const [ground, first] = data.elements.map(({ id }: { id: string }) => id);
    const make = async (name: string, args: object) => (await call("documentation", name, args)).data;
    const views = {
      plan: await make("create_plan", { level_id: ground }),
      upper: await make("create_plan", { level_id: first }),
      section: await make("create_section", {
        cut_plane: { origin: [9200, 0], normal: [1, 0] },
        title: "Section through the stair",
      }),
      schedule: await make("generate_schedule", { category: "Rooms", format: "svg" }),
      doors: await make("generate_schedule", { category: "Doors", format: "svg" }),
    };
    const sheet = await make("create_sheet", {
      views: [
        views.plan.view_id,
        views.upper.view_id,
        views.section.view_id,
        views.schedule.schedule_id,
        views.doors.schedule_id,
      ],
      title_block: { title: "Plans, section, schedules", number: "A-101", author: "Bailiwick", date: "2026-03-02" },
    });
    const read = ({ file_path }: { file_path: string }) => readFileSync(file_path, "utf8");
    return {
      plan: read(views.plan),
      section: read(views.section),
      schedule: read(views.schedule),
      sheet: read(sheet),
    };
  } finally {
    await kernel.close();
  }
}

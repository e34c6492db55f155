import { readFileSync } from "node:fs";
import { openKernel, SILENT_CLIENT } from "../../src/kernel/serve.ts";
import { makeDemo } from "../../src/worlds/building/demo/make-demo.ts";
import { building } from "../../src/worlds/building/index.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of their tool.
type Answer = any;

/** The drawings of the demo house that the guide shows, by their names, made by the tools as anybody would. */
export async function demoDrawings(
  folder: string,
): Promise<Readonly<Record<string, { readonly svg: string; readonly png: Uint8Array }>>> {
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
      plan: ["create_plan", { level_id: ground }],
      upper: ["create_plan", { level_id: first }],
      section: [
        "create_section",
        { cut_plane: { origin: [9200, 0], normal: [1, 0] }, title: "Section through the stair" },
      ],
      schedule: ["generate_schedule", { category: "Rooms" }],
      doors: ["generate_schedule", { category: "Doors" }],
    } as const;
    const both = async (name: string, args: object) => ({
      svg: await make(name, { ...args, format: "svg" }),
      png: await make(name, { ...args, format: "png" }),
    });
    const made: Record<string, { svg: Answer; png: Answer }> = {};
    for (const [name, [tool, args]] of Object.entries(views)) made[name] = await both(tool, args);
    made.sheet = await both("create_sheet", {
      views: Object.values(made).map(({ svg }) => svg.view_id ?? svg.schedule_id),
      title_block: { title: "Plans, section, schedules", number: "A-101", author: "Bailiwick", date: "2026-03-02" },
    });
    return Object.fromEntries(
      ["plan", "section", "schedule", "sheet"].map((name) => [
        name,
        { svg: readFileSync(made[name]?.svg.file_path, "utf8"), png: readFileSync(made[name]?.png.file_path) },
      ]),
    );
  } finally {
    await kernel.close();
  }
}

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openTestBuilding, type TestBuilding } from "../../../../../../test/kit/building.ts";
import { checkExpress } from "../../../../../../test/kit/check-express.ts";
import { makeDemo } from "../../../demo/make-demo.ts";

async function withDemo(): Promise<TestBuilding> {
  const site = await openTestBuilding();
  const call = async (_server: string, tool: string, args: object) =>
    site.ask(tool, tool.startsWith("list_") ? { ...args } : { ...args, dry_run: false });
  await makeDemo({ call } as unknown as Parameters<typeof makeDemo>[0]);
  await site.allow("*", { max_elements_per_operation: 1000 });
  return site;
}

async function elementsOf({ ask }: TestBuilding, model_id?: string) {
  const { data } = await ask("list_elements", { limit: 1000, ...(model_id !== undefined && { model_id }) });
  const levels = await ask("list_elements", { limit: 1000, category: "Levels", ...(model_id && { model_id }) });
  const joins = await ask("list_elements", { limit: 1000, category: "Joins", ...(model_id && { model_id }) });
  const all = [...data.elements, ...levels.data.elements, ...joins.data.elements];
  return new Map(all.map((element: { id: string }) => [element.id, element]));
}

/** Puts a file where it may be read. */
function brought(from: string, name: string): string {
  const folder = join(dirname(from), "../../import");
  mkdirSync(folder, { recursive: true });
  const to = join(folder, name);
  copyFileSync(from, to);
  return to;
}

test.each(["IFC2x3", "IFC4", "IFC4.3"])(
  "the demo as %s has no fault and comes back as the same model",
  async (schema) => {
    const site = await withDemo();
    const before = await elementsOf(site);
    const { file_path, counts } = await site.make("export_ifc", { schema });
    expect(checkExpress(readFileSync(file_path, "utf8")).errors).toEqual([]);
    expect(counts).toMatchObject({ Walls: 12, Doors: 6, Windows: 13, Rooms: 6, Roofs: 1, Stairs: 1 });

    const path = brought(file_path, "demo.ifc");
    const { model_id, fixed, editable } = await site.make("import_ifc", { file_path: path, project_name: "Again" });

    expect({ fixed, editable }).toEqual({ fixed: 0, editable: before.size - 2 });
    expect(await elementsOf(site, model_id)).toEqual(before);
  },
);

test("a body that somebody changed elsewhere is believed over what the file says it was made of", async () => {
  const site = await withDemo();
  const { file_path } = await site.make("export_ifc", { schema: "IFC4" });
  const text = readFileSync(file_path, "utf8");
  // The ground slab becomes 500 mm thick, and nothing else of the file says so.
  const [, guid] = /#\d+=IFCSLAB\('([^']+)',#\d+,'Ground slab'/.exec(text) ?? [];
  const path = brought(file_path, "changed.ifc");
  const changed = text.replace(/(#\d+=IFCEXTRUDEDAREASOLID\(#\d+,#\d+,#\d+,)300\.\)/, "$1500.)");
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);

  const { model_id } = await site.make("import_ifc", { file_path: path, project_name: "Changed" });

  expect(guid).toBeDefined();
  const { data } = await site.ask("list_elements", { category: "Floors", model_id });
  const thick = data.elements.map(({ parameters }: { parameters: { thickness: number } }) => parameters.thickness);
  expect(thick.sort()).toEqual([300, 500]);
});

import { NodeIO } from "@gltf-transform/core";
// @ts-expect-error: it comes without types.
import { validateBytes } from "gltf-validator";
import { expect, test } from "vitest";
import { openTestBuilding, type TestBuilding } from "../../../../../../test/kit/building.ts";
import { makeThreeRooms } from "../../../../../../test/kit/three-rooms.ts";
import { consult } from "../../../../../kernel/call/index.ts";
import { SILENT_CLIENT } from "../../../../../kernel/client.ts";
import type { Building } from "../../../building.ts";
import { resources } from "./index.ts";

/** Asks the resources as a client's connection would. */
async function asked<Value>(
  building: TestBuilding,
  answer: (deps: Building) => Promise<Value> | Value,
): Promise<Value> {
  const connection = { id: "test", transport: "stdio", client: "test" } as const;
  const consultation = { server: "spatial", connection, client: SILENT_CLIENT, signal: new AbortController().signal };
  await building.parts.registry.open("spatial");
  return consult(building.parts, consultation, (deps) => answer(deps as Building));
}

async function read(building: TestBuilding, uri: string) {
  const found = await asked(building, (deps) => resources.read(uri, deps));
  return found?.contents[0] as { mimeType: string; text?: string; blob?: string } | undefined;
}

test("lists projects with their models, levels and plans", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  const { items } = await asked(building, (deps) => resources.list(deps, undefined));

  expect(items).toEqual([
    { uri: `building://project/${ids.model}`, name: "Three rooms", mimeType: "application/json" },
    { uri: `building://project/${ids.model}/model.glb`, name: "Three rooms, model", mimeType: "model/gltf-binary" },
    { uri: `building://level/${ids.ground}`, name: "Ground", mimeType: "application/json" },
    { uri: `building://plan/${ids.ground}.svg`, name: "Ground, plan", mimeType: "image/svg+xml" },
  ]);
});

test("shows the only model without its id, and none of several", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  const named = await read(building, `building://project/${ids.model}/model.glb`);
  expect(named?.blob?.length).toBeGreaterThan(1000);
  expect((await read(building, "building://model.glb"))?.blob).toBe(named?.blob);

  await building.make("create_project", { name: "Another" });
  expect(await read(building, "building://model.glb")).toBeUndefined();
});

test("shows a project, a level and an element as they are now", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const json = async (uri: string) => JSON.parse((await read(building, uri))?.text ?? "null");

  expect(await json(`building://project/${ids.model}`)).toMatchObject({
    id: ids.model,
    name: "Three rooms",
    branches: [{ name: "main" }],
    levels: [{ element_id: ids.ground, name: "Ground" }],
    elements: 13,
  });
  expect(await json(`building://level/${ids.ground}`)).toMatchObject({
    name: "Ground",
    elevation: 0,
    height: 3000,
    total: 12,
  });
  expect(await json(`building://element/${ids.south}`)).toMatchObject({
    id: ids.south,
    type: "wall",
    parameters: { end: [12000, 0] },
  });

  await building.make("modify_parameter", { element_id: ids.south, parameter_name: "height", value: 2700 });
  expect(await json(`building://element/${ids.south}`)).toMatchObject({ parameters: { height: 2700 } });
});

test("draws a plan with walls cut at their doors, leaves, rooms and their areas", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  await building.make("place_window", { wall_id: ids.north, offset: 1000 });

  const plan = await read(building, `building://plan/${ids.ground}.svg`);

  const svg = plan?.text ?? "";
  expect(plan?.mimeType).toBe("image/svg+xml");
  const count = (kind: string) => svg.split(`class="${kind}"`).length - 1;
  // Six walls in ten pieces: three doors and a window go through four of them.
  expect({ cut: count("cut"), leaf: count("leaf"), frame: count("frame"), room: count("room") }).toEqual({
    cut: 10,
    leaf: 3,
    frame: 1,
    room: 3,
  });
  expect(svg.match(/18\.24 m²/g)).toHaveLength(3);
  expect(svg).toContain(">kitchen</text>");
});

test("names in a plan cannot break out of it", async () => {
  const building = await openTestBuilding();
  await building.make("create_project", { name: "P" });
  const { level_id } = await building.make("create_level", { name: '<script>"&', elevation: 0 });

  const svg = (await read(building, `building://plan/${level_id}.svg`))?.text;

  expect(svg).not.toContain("<script>");
  expect(svg).toContain("&lt;script&gt;&quot;&amp;");
});

test("the Khronos validator has nothing to say against the model", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  const model = await read(building, `building://project/${ids.model}/model.glb`);
  const { issues } = await validateBytes(new Uint8Array(Buffer.from(model?.blob ?? "", "base64")));

  expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
});

test("gives the model as glTF: a node for each element with its id, in its place, y up", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  const model = await read(building, `building://project/${ids.model}/model.glb`);

  expect(model?.mimeType).toBe("model/gltf-binary");
  const document = await new NodeIO().readBinary(new Uint8Array(Buffer.from(model?.blob ?? "", "base64")));
  const nodes = document.getRoot().listNodes();
  expect(nodes).toHaveLength(9);
  const south = nodes.find((node) => node.getExtras().element_id === ids.south);
  const positions = south?.getMesh()?.listPrimitives()[0]?.getAttribute("POSITION");
  expect(positions?.getMin([])).toEqual([0, 0, expect.closeTo(-0.1, 6)]);
  expect(positions?.getMax([])).toEqual([12, 3, expect.closeTo(0.1, 6)]);
});

test.each([
  "building://project/00000000-0000-4000-8000-000000000000",
  "building://element/00000000-0000-4000-8000-000000000000",
  "building://level/nothing",
  "building://plan/00000000-0000-4000-8000-000000000000",
  "building://ghost/00000000-0000-4000-8000-000000000000",
  "truth://entities",
])("knows nothing of %s", async (uri) => {
  const building = await openTestBuilding();
  await makeThreeRooms(building);

  expect(await read(building, uri)).toBeUndefined();
});

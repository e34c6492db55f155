import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";
import { temporaryFolder } from "../../../../../../test/kit/folder.ts";
import { writeIfc } from "../../../../../../test/kit/ifc.ts";

const ids = (requirements: string, { entity = "IFCWALL", more = "" } = {}) => `<?xml version="1.0" encoding="utf-8"?>
<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <info><title>What we ask for</title></info>
  <specifications>
    <specification name="Asked" ifcVersion="IFC4">
      <applicability ${more} maxOccurs="unbounded"><entity><name><simpleValue>${entity}</simpleValue></name></entity></applicability>
      <requirements>${requirements}</requirements>
    </specification>
  </specifications>
</ids>`;

const NAME = "<attribute><name><simpleValue>Name</simpleValue></name></attribute>";
const property = (value: string, type = "IFCLABEL") =>
  `<property dataType="${type}"><propertySet><simpleValue>Pset_WallCommon</simpleValue></propertySet><baseName><simpleValue>FireRating</simpleValue></baseName><value>${value}</value></property>`;

async function begin() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "import"));
  const ifc = writeIfc();
  const storey = ifc.storey("Ground", 0);
  const wall = ifc.wall(storey, "South", { start: [0, 0], end: [3000, 0], thickness: 200, height: 2500 });
  ifc.properties([wall.ref], "Pset_WallCommon", { FireRating: "IFCLABEL('REI 60')" });
  writeFileSync(join(folder, "import", "house.ifc"), ifc.finish());
  const site = await openTestBuilding({ folder });
  const against = async (xml: string) => site.ask("data_completeness", { ids: xml, ifc_path: "import/house.ifc" });
  return { ...site, folder, against };
}

test("a file is checked against an IDS without a project, and the run stands in the log", async () => {
  const { against, verify } = await begin();
  const answer = await against(ids(NAME));
  expect(answer).toMatchObject({
    success: true,
    event_id: expect.any(String),
    audit: { reasoning: "read", agent_id: expect.any(String) },
    data: {
      validation_run_id: expect.any(String),
      status: "complete",
      ids_status: "pass",
      specifications: [{ name: "Asked", status: "pass", applicable: 1, passed: 1, failed: 0, failures: [] }],
      model_id: null,
      branch_id: null,
    },
  });
  expect(await verify()).toMatchObject({ findings: [] });
});

test.each([
  ["a value that is there", property("<simpleValue>REI 60</simpleValue>"), "pass"],
  ["a pattern", property('<xs:restriction base="xs:string"><xs:pattern value="REI [0-9]+"/></xs:restriction>'), "pass"],
  ["another value", property("<simpleValue>REI 90</simpleValue>"), "fail"],
  ["another data type", property("<simpleValue>60</simpleValue>", "IFCINTEGER"), "fail"],
  ["a value that its type cannot have", property("<simpleValue>sixty</simpleValue>", "IFCINTEGER"), "invalid"],
  ["an attribute that walls do not have", NAME.replace("Name", "Colour"), "invalid"],
])("%s", async (_what, requirements, status) => {
  const { against } = await begin();
  expect((await against(ids(requirements))).data).toMatchObject({ ids_status: status });
});

test("nothing to apply to fails where something is required, and passes where it may be missing", async () => {
  const { against } = await begin();
  expect((await against(ids(NAME, { entity: "IFCDOOR" }))).data.ids_status).toBe("fail");
  expect((await against(ids(NAME, { entity: "IFCDOOR", more: 'minOccurs="0"' }))).data.ids_status).toBe("pass");
});

test("what applies to nothing is never complete, and says so; a file of another edition is named", async () => {
  const { against } = await begin();
  const doors = { entity: "IFCDOOR", more: 'minOccurs="0"' };
  expect(await against(ids(NAME, doors))).toMatchObject({
    data: { status: "not_determined", ids_status: "pass", elements_checked: 0 },
    warnings: [expect.stringContaining("Nothing was checked")],
  });
  expect(await against(ids(NAME).replace('ifcVersion="IFC4"', 'ifcVersion="IFC2X3"'))).toMatchObject({
    data: { status: "complete", elements_checked: 1 },
    warnings: ["1 of 1 specifications are written for other editions of IFC than was checked."],
  });
});

test("entities of XML are not expanded: such a file is invalid", async () => {
  const { against } = await begin();
  const bomb = ids(NAME).replace("<ids", '<!DOCTYPE ids [<!ENTITY a "aaaa">]><ids');
  expect((await against(bomb)).data).toMatchObject({ ids_status: "invalid", specifications: [] });
});

test("the model itself is checked against an IDS, and failures name its elements", async () => {
  const { make } = await begin();
  await make("create_project", { name: "House" });
  const { level_id } = await make("create_level", { name: "Ground", elevation: 0 });
  const wall = { start: [0, 0], end: [3000, 0], level_id };
  const { wall_id } = await make("create_wall", { ...wall, name: "South" });
  expect(await make("data_completeness", { ids: ids(NAME) })).toMatchObject({ ids_status: "pass" });
  const { wall_id: nameless } = await make("create_wall", { ...wall, start: [0, 9000], end: [3000, 9000] });
  expect(await make("data_completeness", { ids: ids(NAME) })).toMatchObject({
    ids_status: "fail",
    specifications: [{ failed: 1, passed: 1, failures: [{ element_id: nameless, line: null, facet: "attribute" }] }],
  });
  expect(wall_id).not.toBe(nameless);
});

test("parameters that elements lack are named one by one", async () => {
  const { make } = await begin();
  await make("create_project", { name: "House" });
  const { level_id } = await make("create_level", { name: "Ground", elevation: 0 });
  const { wall_id } = await make("create_wall", { start: [0, 0], end: [3000, 0], level_id, material: "brick" });
  const asked = { element_ids: [wall_id], required_params: ["material", "fire_rating", "colour"] };
  expect(await make("data_completeness", asked)).toMatchObject({
    status: "incomplete",
    missing: [
      { element_id: wall_id, category: "Walls", parameter: "fire_rating", reason: "empty" },
      { element_id: wall_id, category: "Walls", parameter: "colour", reason: "no_such_parameter" },
    ],
  });
  expect(await make("data_completeness", { required_params: ["material"] })).toMatchObject({ status: "complete" });
  expect(await make("data_completeness", {})).toMatchObject({ status: "not_determined" });
});

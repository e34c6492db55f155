import { strFromU8, unzipSync, unzlibSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { randomBuilding } from "../../../../../test/kit/random-buildings.ts";
import { guidOfUuid } from "../ifc/guid.ts";
import { shapeOf } from "../shape/of-element.ts";
import { type Engine, evaluate, loadEngine } from "../solids/evaluate.ts";
import { type SnapshotSurface, takeSnapshot } from "./snapshot.ts";
import { BCF_VERSIONS, type BcfVersion, writeBcf } from "./write-bcf.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const TOPIC = "01890000-0000-7000-8000-000000000001";
const VIEW = "01890000-0000-7000-8000-000000000002";
const PROJECT = "01890000-0000-7000-8000-000000000003";

/** A building without its rooms, one of its doors chosen. */
function surfaces(): { all: readonly SnapshotSurface[]; chosen: string } {
  const { state } = randomBuilding(7);
  const chosen = state.ofType("door")[0]?.id ?? state.ofType("window")[0]?.id ?? "";
  const all = [...state.all()].flatMap((element) => {
    const made = element.type === "room" ? undefined : shapeOf(state, element);
    const solid = made && evaluate(engine, { shape: made.shape, key: "one", withMesh: true }, new Map());
    if (made === undefined || solid === undefined || !("mesh" in solid) || solid.mesh === undefined) return [];
    return [{ mesh: solid.mesh, at: made.at, isChosen: element.id === chosen }];
  });
  return { all, chosen };
}

function written(version: BcfVersion): { files: Record<string, string>; png: Uint8Array; chosen: string } {
  const { all, chosen } = surfaces();
  const snapshot = takeSnapshot(all);
  const topic = {
    id: TOPIC,
    viewpointId: VIEW,
    title: "Too <narrow> & low",
    description: "by 10 mm",
    priority: "High",
    status: "Open",
    labels: ["clash 1"],
    elements: [chosen],
    snapshot,
  };
  const bytes = writeBcf({
    version,
    project: { id: PROJECT, name: "House" },
    author: "a test",
    atMs: 0,
    topics: [topic],
  });
  const unpacked = unzipSync(bytes);
  const files = Object.fromEntries(Object.entries(unpacked).map(([name, content]) => [name, strFromU8(content)]));
  return { files, png: unpacked[`${TOPIC}/snapshot.png`] as Uint8Array, chosen };
}

/** The names of an XML text's elements, in order. */
const elementsOf = (xml = "") => [...xml.matchAll(/<([A-Za-z]+)[\s>/]/g)].map(([, name]) => name);

test.each(BCF_VERSIONS)(
  "a file of version %s says what it is, and each topic has words, camera and picture",
  (version) => {
    const { files, chosen } = written(version);
    const isThree = version === "3.0";
    expect(Object.keys(files).sort()).toEqual(
      [
        `${TOPIC}/markup.bcf`,
        `${TOPIC}/snapshot.png`,
        `${TOPIC}/viewpoint.bcfv`,
        "bcf.version",
        ...(isThree ? ["extensions.xml"] : []),
        "project.bcfp",
      ].sort(),
    );
    expect(files["bcf.version"]).toContain(`VersionId="${version}"`);
    const view = isThree ? ["Viewpoints", "ViewPoint"] : ["Viewpoints"];
    expect(elementsOf(files[`${TOPIC}/markup.bcf`])).toEqual([
      "Markup",
      "Header",
      ...(isThree ? ["Files"] : []),
      "File",
      "Filename",
      "Date",
      "Topic",
      "Title",
      "Priority",
      ...(isThree ? ["Labels", "Label"] : ["Labels"]),
      "CreationDate",
      "CreationAuthor",
      "Description",
      ...view,
      "Viewpoint",
      "Snapshot",
    ]);
    expect(files[`${TOPIC}/markup.bcf`]).toContain("<Title>Too &lt;narrow&gt; &amp; low</Title>");
    expect(files[`${TOPIC}/viewpoint.bcfv`]).toContain(`<Component IfcGuid="${guidOfUuid(chosen)}"/>`);
    expect(files[`${TOPIC}/viewpoint.bcfv`]?.includes("<AspectRatio>")).toBe(isThree);
  },
);

test("the picture shows the building in grey and what is chosen in red", () => {
  const { png } = written("2.1");
  const head = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [head.getUint32(16), head.getUint32(20)];
  const length = head.getUint32(33);
  const rows = unzlibSync(png.subarray(41, 41 + length));
  let [grey, red] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const [r = 0, g = 0, b = 0] = rows.subarray(at, at + 3);
      if (r > g + 20 && r > b + 20) red += 1;
      else if (r < 250) grey += 1;
    }
  }
  expect([width, height, grey > 1000, red > 100]).toEqual([800, 600, true, true]);
});

test("the same issues give the same bytes", () => {
  expect(written("3.0")).toEqual(written("3.0"));
});

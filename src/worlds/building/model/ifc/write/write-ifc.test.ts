import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { checkExpress } from "../../../../../../test/kit/check-express.ts";
import {
  broughtIn,
  countedTwice,
  elementsOf,
  exported,
  parseIfc,
  SCHEMAS,
  volumeError,
} from "../../../../../../test/kit/exported-ifc.ts";
import { randomBuilding } from "../../../../../../test/kit/random-buildings.ts";
import { type Engine, loadEngine } from "../../solids/evaluate.ts";

// The second reader tells all it does.
beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const cases = SCHEMAS.flatMap((schema) => [11, 13].map((seed) => ({ schema, seed })));

test.each(cases)("a building ($seed) as $schema keeps the schema, and two readers find the same in it", async (of) => {
  const { state } = randomBuilding(of.seed);
  const { text, bytes, solids } = exported(engine, state, of.schema);

  const { errors, guids } = checkExpress(text);
  const file = await parseIfc(bytes);
  const { here, there } = await countedTwice(bytes, file);

  expect(errors).toEqual([]);
  expect(new Set(guids).size).toBe(guids.length);
  expect(here).toEqual(there);
  expect(file.projectName).toBe("House – Größe 'L'");
  // Readers hand triangles out with seven digits: of a thin profile far from zero that is a share of 3e-5.
  expect(volumeError(state, file, solids, text)).toBeLessThan(1e-4);
  expect(broughtIn(file)).toEqual(elementsOf(state));
});

test("the same state, edition and time give the same bytes", () => {
  const { state } = randomBuilding(3);
  expect(exported(engine, state, "IFC4").text).toBe(exported(engine, randomBuilding(3).state, "IFC4").text);
});

test("the checker finds what is wrong: a bad word, a number without a point, a missing part, a hole in two walls", () => {
  const { text } = exported(engine, randomBuilding(4).state, "IFC4");
  const broken = [
    text.replace(".SOLIDWALL.", ".SOLIDWAL."),
    text.replace(/IFCDIRECTION\(\(1\.,/, "IFCDIRECTION((1,"),
    text.replace(/(#\d+=IFCRELVOIDSELEMENT\('[^']+',#\d+,\$,\$,#\d+,)#\d+/, "$1$"),
    text.replace(/^#\d+=IFCRELVOIDSELEMENT.*\n/m, ""),
  ];
  for (const one of broken) {
    expect(one).not.toBe(text);
    expect(checkExpress(one).errors.length).toBeGreaterThan(0);
  }
});

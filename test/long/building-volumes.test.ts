import { expect, test } from "vitest";
import { measuresOfElement } from "../../src/worlds/building/model/lists/measures.ts";
import { loadEngine } from "../../src/worlds/building/model/solids/evaluate.ts";
import { randomBuilding, solidsOf } from "../kit/random-buildings.ts";

test("volumes, surfaces and areas of 500 random buildings are what they are on paper, to a millionth", async () => {
  const engine = await loadEngine();
  const worst = { volume: 0, surface: 0, area: 0 };
  const compared = { volume: 0, surface: 0, area: 0 };
  for (let seed = 1; seed <= 500; seed++) {
    const { state, expected } = randomBuilding(seed);
    const solids = solidsOf(engine, state);
    for (const { id, ...due } of expected) {
      const solid = solids.get(id);
      const element = state.get(id);
      if (solid === undefined || element === undefined) throw new Error(`${id} was not made`);
      const made = { volume: solid.volume, surface: solid.area, area: measuresOfElement(state, element, solid).area };
      for (const what of ["volume", "surface", "area"] as const) {
        if (due[what] === undefined) continue;
        worst[what] = Math.max(worst[what], Math.abs((made[what] ?? Number.NaN) - due[what]));
        compared[what] += 1;
      }
    }
  }
  expect(Math.min(...Object.values(compared))).toBeGreaterThan(5000);
  for (const [what, off] of Object.entries(worst)) expect(off, what).toBeLessThanOrEqual(1e-6);
});

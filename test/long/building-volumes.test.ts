import { expect, test } from "vitest";
import { loadEngine } from "../../src/worlds/building/model/solids/evaluate.ts";
import { randomBuilding, solidsOf } from "../kit/random-buildings.ts";

test("volumes of 500 random buildings are what they are on paper, to a cubic centimetre", async () => {
  const engine = await loadEngine();
  let [worst, compared] = [0, 0];
  for (let seed = 1; seed <= 500; seed++) {
    const { state, expected } = randomBuilding(seed);
    const solids = solidsOf(engine, state);
    for (const { id, volume } of expected) {
      worst = Math.max(worst, Math.abs((solids.get(id)?.volume ?? Number.NaN) - volume));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(5000);
  expect(worst).toBeLessThanOrEqual(1e-6);
});

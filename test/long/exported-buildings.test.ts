import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Engine, loadEngine } from "../../src/worlds/building/model/solids/evaluate.ts";
import { checkExpress } from "../kit/check-express.ts";
import { broughtIn, countedTwice, elementsOf, exported, parseIfc, SCHEMAS, volumeError } from "../kit/exported-ifc.ts";
import { randomBuilding } from "../kit/random-buildings.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

test.each(SCHEMAS)(
  "50 random buildings as %s: no fault, two readers agree, the same model comes back",
  async (schema) => {
    let worst = 0;
    for (let seed = 1; seed <= 50; seed += 1) {
      const { state } = randomBuilding(seed);
      const { text, bytes, solids } = exported(engine, state, schema);
      const { errors, guids } = checkExpress(text);
      expect(errors, `seed ${seed}`).toEqual([]);
      expect(new Set(guids).size).toBe(guids.length);
      const file = await parseIfc(bytes);
      const { here, there } = await countedTwice(bytes, file);
      expect(here, `seed ${seed}`).toEqual(there);
      expect(broughtIn(file), `seed ${seed}`).toEqual(elementsOf(state));
      worst = Math.max(worst, volumeError(state, file, solids, text));
    }
    expect(worst).toBeLessThan(1e-4);
  },
  600_000,
);

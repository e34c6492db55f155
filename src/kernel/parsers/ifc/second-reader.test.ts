import { IfcParser } from "@ifc-lite/parser";
import { beforeEach, expect, test, vi } from "vitest";
import { writeIfc } from "../../../../test/kit/ifc.ts";
import { parseIfc } from "./parse-ifc.ts";

// It tells all it does.
beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));

/** What a reader of somebody else's finds: how many instances, of each type, in capitals. */
async function readElsewhere(bytes: Uint8Array) {
  const store = await new IfcParser().parseColumnar(new Uint8Array(bytes).buffer as ArrayBuffer);
  const counts = Object.fromEntries(
    [...store.entityIndex.byType].map(([type, ids]) => [type.toUpperCase(), ids.length]),
  );
  return { entities: store.entityCount, counts };
}

async function readHere(bytes: Uint8Array) {
  const { entities, counts } = await parseIfc(bytes);
  return {
    entities,
    counts: Object.fromEntries(Object.entries(counts).map(([type, count]) => [type.toUpperCase(), count])),
  };
}

test.each(["IFC2X3", "IFC4", "IFC4X3_ADD2"] as const)(
  "counts in a file of %s what a second reader counts",
  async (schema) => {
    const ifc = writeIfc({ schema });
    const storey = ifc.storey("Ground", 0);
    for (let index = 0; index < 20; index += 1) {
      const wall = ifc.wall(storey, `W${index}`, {
        start: [0, index * 1000],
        end: [5000, index * 1000],
        thickness: 200,
        height: 2500,
      });
      ifc.fill(
        storey,
        ifc.opening(wall, { at: [500, -100, 0], size: [900, 200, 2100] }),
        "IFCDOOR",
        `D${index}`,
        [900, 2100],
      );
    }
    const bytes = ifc.finish();

    expect(await readHere(bytes)).toEqual(await readElsewhere(bytes));
  },
);

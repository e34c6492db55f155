import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { blobFiles } from "../../../test/kit/flat-blobs.ts";
import { ENGINES, openTestKernel } from "../../../test/kit/kernel.ts";
import { shelf } from "../../../test/kit/shelf-world.ts";
import { sha256 } from "../canonical-json.ts";

describe.each(ENGINES)("on %s", (engine) => {
  test("the blobs of an erased user are gone, the same content of another stays, and a rehearsal keeps all", async () => {
    const kernel = await openTestKernel({ engine, worlds: [shelf] });
    for (const user of ["ada", "bob"]) {
      for (const kept of ["common", `only of ${user}`]) {
        await kernel.callTool("keep_file", { name: kept, text: kept }, { user });
      }
    }
    const before = blobFiles(kernel.folder);
    expect(before).toHaveLength(4);

    expect((await kernel.erase({ kind: "user", id: "ada" }, { dryRun: true })).blobs).toHaveLength(2);
    expect(blobFiles(kernel.folder)).toEqual(before);
    await kernel.erase({ kind: "user", id: "ada" });
    await kernel.scrub();

    expect(blobFiles(kernel.folder)).toEqual(before.filter((path) => path.startsWith("bob/")));
    expect(await text(await kernel.parts.files.blobs("bob").open(sha256("common")))).toBe("common");
    expect(await kernel.verify({ full: true })).toMatchObject({ blobs: 2, bad: undefined, findings: [], remarks: [] });
  });
});

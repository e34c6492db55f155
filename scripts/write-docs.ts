import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { referenceDocs } from "./reference-docs.ts";

const FOLDER = fileURLToPath(new URL("../docs/reference", import.meta.url));

await rm(FOLDER, { recursive: true, force: true });
for (const [path, text] of await referenceDocs()) {
  await mkdir(dirname(join(FOLDER, path)), { recursive: true });
  await writeFile(join(FOLDER, path), text);
}

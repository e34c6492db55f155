import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { openWriter } from "../../src/kernel/storage/sqlite-connection.ts";

// Opens new files, each in the moment that another process does too. Says how many it could not open.
const [folder = "", count = "0", self = "", other = ""] = process.argv.slice(2);
const env = createRealEnv();
const failed: string[] = [];
for (let n = 0; n < Number(count); n++) {
  writeFileSync(join(folder, `${n}.${self}`), "");
  while (!existsSync(join(folder, `${n}.${other}`))) {
    // Closer to the moment than any timer would be.
  }
  try {
    (await openWriter(join(folder, `${n}.db`), env)).close();
  } catch (error) {
    failed.push(String(error));
  }
}
process.stdout.write(JSON.stringify({ failed }));

import { join } from "node:path";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { openWriter } from "../../src/kernel/storage/sqlite-connection.ts";

// Opens new files, each at a moment that other processes know too. Says how many it could not open.
const [folder = "", count = "0", startMs = "0"] = process.argv.slice(2);
const STEP_MS = 25;
const env = createRealEnv();
const failed: string[] = [];
for (let n = 0; n < Number(count); n++) {
  while (env.now() < Number(startMs) + n * STEP_MS) {
    // Closer to the moment than any timer would be.
  }
  try {
    (await openWriter(join(folder, `${n}.db`), env)).close();
  } catch (error) {
    failed.push(String(error));
  }
}
process.stdout.write(JSON.stringify({ failed }));

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createSeededRandom } from "./seeded-random.ts";

// Loaded before the product: folders are then listed in an order of chance, as another file system may list them.
const random = createSeededRandom(Number(process.env.SHUFFLE_SEED));

function shuffled<Item>(items: readonly Item[]): Item[] {
  const rest = [...items];
  return items.map(() => rest.splice(random.below(rest.length), 1)[0] as Item);
}

const { readdirSync } = fs;
const { readdir } = fs.promises;
Object.assign(fs, {
  readdirSync: (...args: Parameters<typeof readdirSync>) => shuffled(readdirSync(...args)),
});
Object.assign(fs.promises, {
  readdir: async (...args: Parameters<typeof readdir>) => shuffled(await readdir(...args)),
});
syncBuiltinESMExports();

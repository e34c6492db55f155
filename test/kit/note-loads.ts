import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

// Loaded into a process of the product before its own code. It leaves the names of all files that were loaded in LOADS_FILE.

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) loaded.push(url);
    return next(url, context);
  },
});
process.once("exit", () => writeFileSync(process.env.LOADS_FILE ?? "", JSON.stringify(loaded)));

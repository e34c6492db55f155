import { createHook } from "node:async_hooks";
import { writeFileSync } from "node:fs";

// Loaded into a process of the product before its own code. It adds up the delays of all timers that went off since the
// process was told to end or last said something, and leaves the sum in WAITS_FILE: what it made its client wait for by
// intention, which is the same on every machine.

const delays = new Map<number, { readonly _idleTimeout: number }>();
let isEnding = false;
let waitedMs = 0;

createHook({
  init(id, type, _trigger, resource) {
    if (type === "Timeout") delays.set(id, resource as { _idleTimeout: number });
  },
  before(id) {
    if (isEnding) waitedMs += delays.get(id)?._idleTimeout ?? 0;
  },
  destroy(id) {
    delays.delete(id);
  },
}).enable();

const end = () => {
  isEnding = true;
};
process.once("SIGTERM", end);
process.stdin.once("end", end);

const { write } = process.stdout;
process.stdout.write = ((...given: Parameters<typeof write>) => {
  waitedMs = 0;
  return write.apply(process.stdout, given);
}) as typeof write;

process.once("exit", () => writeFileSync(process.env.WAITS_FILE ?? "", JSON.stringify({ isEnding, waitedMs })));

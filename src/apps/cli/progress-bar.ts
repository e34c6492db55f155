import type { Terminal } from "./terminal.ts";

const WIDTH = 24;
const LINE_EVERY_MS = 2000;

export interface ProgressBar {
  show(done: number, total: number, what: string): void;
  end(): void;
}

/** A bar that redraws itself on a terminal, and a line now and then where stderr is a file. */
export function createProgressBar(terminal: Terminal): ProgressBar {
  // What is done in no time needs no line.
  let shownMs = terminal.env.monotonicMs();
  let drawn = false;
  return {
    show(done, total, what) {
      const nowMs = terminal.env.monotonicMs();
      const filled = total === 0 ? WIDTH : Math.min(WIDTH, Math.floor((done / total) * WIDTH));
      const text = `${"#".repeat(filled).padEnd(WIDTH, ".")} ${done}/${total} ${what}`;
      if (terminal.redraw !== undefined) {
        terminal.redraw(text);
        drawn = true;
      } else if (nowMs - shownMs > LINE_EVERY_MS) {
        terminal.warn(text);
        shownMs = nowMs;
      }
    },
    end() {
      if (drawn) terminal.warn("");
    },
  };
}

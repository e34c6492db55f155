import { type Command, endServer, startServer } from "../kit/server-process.ts";
import type { Lane } from "./lane.ts";
import { type Era, INITIALIZE, INITIALIZED, messagesOf, refuseFailure } from "./messages.ts";

const NEWLINE = 0x0a;

/** Raw lines over pipes: answers are counted, not parsed, so that the client is never what is measured. */
export async function openStdioLane(command: Command, era: Era): Promise<Lane> {
  const child = startServer(command);
  if (era === "legacy") {
    const answered = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
    child.stdin.write(`${INITIALIZE}\n`);
    await answered;
    child.stdin.write(`${INITIALIZED}\n`);
  }

  function send(...[question, concurrency, more]: Parameters<Lane["send"]>): Promise<number> {
    const next = messagesOf(question, era);
    let sent = 0;
    let answered = 0;
    const ask = (count: number): void => {
      let lines = "";
      for (let asked = 0; asked < count && more(sent); asked++) {
        lines += `${next()}\n`;
        sent += 1;
      }
      if (lines !== "") child.stdin.write(lines);
    };
    return new Promise((resolve, reject) => {
      const onEnd = () => reject(new Error(`${command[0]} ended under load`));
      const onData = (chunk: Buffer) => {
        const count = countLines(chunk);
        answered += count;
        try {
          refuseFailure(chunk);
        } catch (error) {
          reject(error);
        }
        ask(count);
        if (answered < sent) return;
        child.stdout.off("data", onData).off("end", onEnd);
        resolve(answered);
      };
      child.stdout.on("data", onData).on("end", onEnd);
      ask(concurrency);
    });
  }

  return { pid: child.pid, send, close: () => endServer(child) };
}

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

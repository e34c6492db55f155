import { cpuMsOf } from "../kit/server-process.ts";
import type { Question } from "./messages.ts";

/** How much one server did, and what it cost. */
export interface Load {
  readonly calls: number;
  readonly seconds: number;
  readonly cpuMs: number;
}

/** A client's way to one server. It keeps `concurrency` calls in flight as long as `more` says so. */
export interface Lane {
  readonly pid: number;
  send(question: Question, concurrency: number, more: (sent: number) => boolean): Promise<number>;
  close(): Promise<void>;
}

export function load(
  lane: Lane,
  question: Question,
  concurrency: number,
  until: { ms: number } | { calls: number },
): Promise<Load> {
  const deadlineMs = "ms" in until ? performance.now() + until.ms : Number.POSITIVE_INFINITY;
  const callsMax = "calls" in until ? until.calls : Number.POSITIVE_INFINITY;
  return measure(lane, () =>
    lane.send(question, concurrency, (sent) => sent < callsMax && performance.now() < deadlineMs),
  );
}

async function measure(lane: Lane, work: () => Promise<number>): Promise<Load> {
  const cpuBefore = cpuMsOf(lane.pid);
  const startedMs = performance.now();
  const calls = await work();
  const seconds = (performance.now() - startedMs) / 1000;
  return { calls, seconds, cpuMs: cpuMsOf(lane.pid) - cpuBefore };
}

import type { ImportHost } from "../../../kernel/index.ts";
import { LESSON, WEEK } from "./content.ts";

/** A week of memories that hang together by cause, time and names, and what it taught. */
export async function makeDemo({ call }: ImportHost): Promise<string> {
  const { fingerprintCount } = await call("graph", "get_memetic_status", {});
  if (fingerprintCount === 0) {
    for (const { at, content, tags } of WEEK) {
      await call("graph", "store_memory", { content, tags, session_id: "demo week", occurred_at: at });
    }
    await call("graph", "inject_context", { ...LESSON, importance: 0.9, session_id: "demo week" });
  }
  const { fingerprintCount: memories, utl } = await call("graph", "get_memetic_status", {});
  const { johariQuadrant } = utl as { johariQuadrant: string };
  return `graph: ${memories} memories of a week, in the quadrant ${johariQuadrant}`;
}

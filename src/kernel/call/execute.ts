import { type CallToolResult, type InputRequiredResult, isInputRequiredResult } from "@modelcontextprotocol/server";
import { refuseCancelled } from "../cancel.ts";
import { KernelError } from "../errors.ts";
import type { Event } from "../event.ts";
import { findLogEnd } from "../events/index.ts";
import { type StagedFiles, writeWithFiles } from "../files/index.ts";
import type { JsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { FactsOf } from "./facts.ts";
import { type Frame, openFrame, runTool } from "./frame.ts";
import { beginGoverned, endGoverned } from "./govern.ts";
import { lazily } from "./lazily.ts";
import { lazyRead } from "./lazy-read.ts";
import type { CallParts } from "./parts.ts";
import { type Prepared, prepareCall } from "./prepare.ts";
import type { Permitted } from "./stages.ts";

export type Executed = CallToolResult | InputRequiredResult;

/** How often a call is prepared before it gives up on state that keeps changing. */
const PREPARES_MAX = 4;

/** Runs a permitted call, and records it in the transaction that carries the change. */
export async function execute(parts: CallParts, call: Permitted, facts: FactsOf): Promise<Executed> {
  if (call.mode === "read") return runRead(parts, call, facts);
  const { result } = await runWrite(parts, call, facts);
  return result;
}

async function runRead(parts: CallParts, call: Permitted, facts: FactsOf): Promise<Executed> {
  const snapshot = lazyRead(parts.dialect, parts.database, call.caller.tenant);
  const files = lazily(() => parts.files.stage(call.caller.tenant));
  try {
    const frame = openFrame(parts, call, {
      sql: snapshot.sql,
      staged: files.get,
      callId: () => facts().callId,
      prepared: new Map(),
      phase: "read",
    });
    return await finish(parts, frame, await runTool(frame), facts);
  } finally {
    await snapshot.end();
    await files.made()?.discard();
  }
}

interface Written {
  readonly result: Executed;
  readonly events: readonly Event[];
}

/** Prepares and runs. What was prepared on state that has changed since is prepared again. */
async function runWrite(parts: CallParts, call: Permitted, facts: FactsOf): Promise<Written> {
  const staged = parts.files.stage(call.caller.tenant);
  try {
    for (let tries = 1; ; tries += 1) {
      const prepared = await prepareCall(parts, call, staged, facts);
      try {
        return await writeOnce(parts, call, facts, staged, prepared);
      } catch (error) {
        const isOutdated = error instanceof KernelError && error.code === "outdated";
        if (!isOutdated || call.bound.tool.prepare === undefined || tries === PREPARES_MAX) throw error;
        // What it had set ready follows from what it had prepared.
        await staged.discard();
      }
    }
  } finally {
    await staged.discard();
  }
}

async function writeOnce(
  parts: CallParts,
  call: Permitted,
  facts: FactsOf,
  staged: StagedFiles,
  prepared: Prepared,
): Promise<Written> {
  const database = await parts.database();
  const keep = call.mode === "apply";
  let unfinished: InputRequiredResult | undefined;
  const writer = async (sql: Sql): Promise<Written> => {
    refuseCancelled(call.request.signal);
    const governed = await beginGoverned(parts, call, sql);
    const frame = openFrame(parts, governed, {
      sql,
      staged: () => staged,
      callId: () => facts().callId,
      prepared: prepared.inner,
      phase: "write",
      // Whatever used up an approval has added its entry by now.
      logEnd: findLogEnd(sql, call.caller.tenant),
    });
    try {
      const value = await runTool(frame, prepared.own);
      refuseCancelled(call.request.signal);
      await frame.index()?.write(sql, staged.blobs(sql));
      const { events } = frame;
      const needs = isInputRequiredResult(value) ? undefined : await endGoverned(parts, governed, events, sql);
      const rehearsal = keep ? undefined : rehearsalOf(events, needs?.trigger);
      const result = await finish(parts, frame, value, facts, rehearsal);
      if (isInputRequiredResult(result)) {
        unfinished = result;
        throw new KernelError("internal", "The call asks its client before it writes");
      }
      return { result, events };
    } finally {
      frame.end();
    }
  };
  try {
    const written = await writeWithFiles(database, call.caller.tenant, staged, writer, {
      keep,
      signal: call.request.signal,
      entryOf: ({ events }) => events[0]?.id,
    });
    if (keep) parts.committed(call.caller.tenant);
    return written;
  } catch (error) {
    // A question to the client has undone the transaction; the answer starts a new one.
    if (unfinished !== undefined) return { result: unfinished, events: [] };
    throw error;
  }
}

/** What a rehearsal tells besides its answer; also that doing it would have to wait for a person. */
function rehearsalOf(events: readonly Event[], trigger: string | undefined): JsonObject {
  const wouldRecord = events.map((event) => event.kind);
  return { dry_run: true, would_record: wouldRecord, ...(trigger !== undefined && { needs_approval: trigger }) };
}

/** Checks and wraps what the tool returned, while a failure can still undo the change. */
async function finish(
  parts: CallParts,
  { call, deps, events }: Frame,
  value: unknown,
  facts: FactsOf,
  rehearsal?: JsonObject,
): Promise<Executed> {
  if (isInputRequiredResult(value)) return value;
  const { tool, server } = call.bound;
  if (parts.checkOutputs) tool.output.parse(value);
  const answer = { ...(value as JsonObject), ...rehearsal };
  // A method of its own answers with the value alone, and whole: text beside it would double the work.
  if (call.request.form === "method") return { content: [], structuredContent: answer };
  const state = server.state === undefined ? undefined : await server.state(deps);
  const result = server.envelope.success(answer, facts(events, state));
  const text = result.content[0];
  const limit = tool.resultCharsMax ?? server.resultCharsMax;
  if (limit !== null && text?.type === "text" && text.text.length > limit) {
    throw new KernelError("result_too_large", "The answer is too long for one result", {
      chars: text.text.length,
      limit_chars: limit,
    });
  }
  return result;
}

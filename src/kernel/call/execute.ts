import { type CallToolResult, type InputRequiredResult, isInputRequiredResult } from "@modelcontextprotocol/server";
import type { CallFacts } from "../envelope.ts";
import { KernelError } from "../errors.ts";
import type { Event } from "../event.ts";
import { appendEvent } from "../events/index.ts";
import type { JsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { Scope } from "../world.ts";
import { lazyRead } from "./lazy-read.ts";
import type { CallParts } from "./parts.ts";
import { createScope } from "./scope.ts";
import type { Permitted } from "./stages.ts";

export type Executed = CallToolResult | InputRequiredResult;

/** Runs a permitted call, and records it in the transaction that carries the change. */
export function execute(parts: CallParts, call: Permitted, facts: CallFacts): Promise<Executed> {
  return call.mode === "read" ? runRead(parts, call, facts) : runWrite(parts, call, facts);
}

async function runRead(parts: CallParts, call: Permitted, facts: CallFacts): Promise<Executed> {
  const snapshot = lazyRead(parts.dialect, parts.database);
  const staged = parts.blobs.stage();
  try {
    const scope = scopeOf(
      parts,
      call,
      snapshot.sql,
      staged,
      () => false,
      () => {
        throw new KernelError("internal", "A read tool tried to record an event", { tool: call.bound.tool.name });
      },
    );
    return finish(parts, call, await call.bound.tool.run(call.input, call.bound.world.open(scope)), facts);
  } finally {
    await snapshot.end();
    await staged.discard();
  }
}

async function runWrite(parts: CallParts, call: Permitted, facts: CallFacts): Promise<Executed> {
  const database = await parts.database();
  const keep = call.mode === "apply";
  const { tenant } = call.caller;
  let unfinished: InputRequiredResult | undefined;
  const writer = async (sql: Sql): Promise<Executed> => {
    const events: Event[] = [];
    const staged = parts.blobs.stage();
    let isOpen = true;
    try {
      const scope = scopeOf(parts, call, sql, staged, () => isOpen, recorder(parts, call, sql, events));
      const value = await call.bound.tool.run(call.input, call.bound.world.open(scope));
      refuseCancelled(call);
      const rehearsal = keep ? undefined : { dry_run: true, would_record: events.map((event) => event.kind) };
      const result = finish(parts, call, value, { ...facts, events }, rehearsal);
      if (isInputRequiredResult(result)) {
        unfinished = result;
        throw new KernelError("internal", "The call asks its client before it writes");
      }
      if (keep) await staged.keep();
      return result;
    } finally {
      isOpen = false;
      await staged.discard();
    }
  };
  try {
    const result = await database.write(tenant, writer, { keep });
    if (keep) parts.committed(tenant);
    return result;
  } catch (error) {
    // A question to the client has undone the transaction; the answer starts a new one.
    if (unfinished !== undefined) return unfinished;
    throw error;
  }
}

function recorder(parts: CallParts, call: Permitted, sql: Sql, events: Event[]): Scope["record"] {
  const { caller, bound } = call;
  const origin = {
    tenant: caller.tenant,
    server: bound.server.name,
    tool: bound.tool.name,
    actor: caller.actor,
    approvalId: null,
  };
  return async (recorded) => {
    refuseCancelled(call);
    const event = await appendEvent(sql, parts.env, origin, recorded);
    await bound.world.apply(event, sql);
    parts.env.reached("projection-applied");
    events.push(event);
    return event;
  };
}

function scopeOf(
  parts: CallParts,
  call: Permitted,
  sql: Sql,
  blobs: Scope["blobs"],
  writes: () => boolean,
  record: Scope["record"],
): Scope {
  const { client, signal, connection, form } = call.request;
  const dryRun = call.mode === "rehearse";
  return createScope(parts, {
    caller: call.caller,
    connection,
    client,
    signal,
    sql,
    blobs,
    dryRun,
    form,
    writes,
    record,
  });
}

function refuseCancelled(call: Permitted): void {
  if (call.request.signal.aborted) throw new KernelError("cancelled", "The caller cancelled this call");
}

/** Checks and wraps what the tool returned, while a failure can still undo the change. */
function finish(parts: CallParts, call: Permitted, value: unknown, facts: CallFacts, rehearsal?: JsonObject): Executed {
  if (isInputRequiredResult(value)) return value;
  const { tool, server } = call.bound;
  if (parts.checkOutputs) tool.output.parse(value);
  const answer = { ...(value as JsonObject), ...rehearsal };
  // A method of its own answers with the value alone, and whole: text beside it would double the work.
  if (call.request.form === "method") return { content: [], structuredContent: answer };
  const result = server.envelope.success(answer, facts);
  const text = result.content[0];
  if (server.resultCharsMax !== null && text?.type === "text" && text.text.length > server.resultCharsMax) {
    throw new KernelError("result_too_large", "The answer is too long for one result", {
      chars: text.text.length,
      limit_chars: server.resultCharsMax,
    });
  }
  return result;
}

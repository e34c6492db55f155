import { AnsweredRefusal } from "../answered-refusal.ts";
import { hashOf } from "../canonical-json.ts";
import { type CallFacts, type Envelope, plainEnvelope, type RpcFailure, rpcFailure } from "../envelope.ts";
import { KernelError } from "../errors.ts";
import { REFUSED } from "../event.ts";
import { appendEvent } from "../events/index.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { FactsOf } from "./facts.ts";
import { lazily } from "./lazily.ts";
import { lazyRead } from "./lazy-read.ts";
import type { CallParts } from "./parts.ts";
import type { Reached } from "./reached.ts";
import type { CallRequest, Outcome } from "./request.ts";
import { createScope } from "./scope.ts";

/** Failures after which the log cannot be written, or that refuse nothing; and none is helped by a write that is too much. */
const UNRECORDED = new Set(["read_only", "cancelled", "shutting_down", "commit_unknown", "overloaded"]);

/** Records a refusal where it is one, and words it for the caller with the state that it leaves unchanged. */
export async function refuse(
  parts: CallParts,
  request: CallRequest,
  reached: Reached,
  error: KernelError,
  facts: FactsOf,
): Promise<Outcome> {
  const state = isRecorded(reached, error)
    ? await record(parts, request, reached, error)
    : await readState(parts, request, reached, error);
  const envelope = parts.registry.get(request.server)?.server.envelope ?? plainEnvelope;
  if (error instanceof AnsweredRefusal) return answered(parts, request, reached, error, envelope, facts([], state));
  if (request.form === "method") return (envelope.methodFailure ?? rpcFailure)(error, facts([], state)) as RpcFailure;
  return envelope.failure(error, facts([], state));
}

/** The answer that the contract has for this refusal, worded as if the tool had returned it. */
function answered(
  { checkOutputs }: CallParts,
  { form }: CallRequest,
  { bound, common }: Reached,
  { answer }: AnsweredRefusal,
  envelope: Envelope,
  facts: CallFacts,
): Outcome {
  if (checkOutputs) bound?.tool.output.parse(answer);
  const value = common?.dryRun === true ? { ...answer, dry_run: true, would_record: [] } : answer;
  return form === "method" ? { content: [], structuredContent: value } : envelope.success(value, facts);
}

/** A rehearsal leaves nothing behind, not even a refusal. */
function isRecorded({ bound, caller, common }: Reached, { code }: KernelError): boolean {
  if (bound === undefined || caller === undefined || bound.tool.effect === "read") return false;
  if (common?.dryRun === true || UNRECORDED.has(code)) return false;
  return !code.startsWith("storage_") && !code.startsWith("schema_");
}

async function record(
  parts: CallParts,
  request: CallRequest,
  reached: Reached,
  error: KernelError,
): Promise<JsonObject | undefined> {
  const { bound, caller, common } = reached;
  if (bound === undefined || caller === undefined) return undefined;
  const leftOut = parts.limiter.refusals.take(caller.tenant);
  if (leftOut === undefined) return readState(parts, request, reached, error);
  const origin = {
    tenant: caller.tenant,
    server: request.server,
    tool: bound.tool.name,
    actor: caller.actor,
    // That a caller names one does not make it so: what it claims stands in the payload.
    approvalId: null,
    reasoning: common?.reasoning ?? null,
  };
  const { approval_id, reason } = error.details;
  const payload = {
    code: error.code,
    arguments_hash: argumentsHash(request.arguments),
    ...(typeof approval_id === "string" && { approval_id }),
    // So many before it were too many in a minute.
    ...(leftOut > 0 && { left_out: leftOut }),
    ...(error.code === "approval_invalid" && typeof reason === "string" && { reason }),
  };
  try {
    const database = await parts.database();
    return await database.write(caller.tenant, async (sql) => {
      await appendEvent(sql, parts.env, origin, { kind: REFUSED, payload });
      return stateOn(parts, request, reached, sql);
    });
  } catch (failure) {
    parts.log.error({ server: request.server, cause: String(failure) }, "a refusal could not be recorded");
    return undefined;
  }
}

/** The state beside a failure that leaves no entry. A store that fails may be why: then there is none to tell. */
async function readState(
  parts: CallParts,
  request: CallRequest,
  reached: Reached,
  { code }: KernelError,
): Promise<JsonObject | undefined> {
  if (reached.caller === undefined || code.startsWith("storage_") || code === "shutting_down") return undefined;
  const snapshot = lazyRead(parts.dialect, parts.database, reached.caller.tenant);
  try {
    return await stateOn(parts, request, reached, snapshot.sql);
  } catch (failure) {
    parts.log.error({ server: request.server, cause: String(failure) }, "the state beside a failure could not be read");
    return undefined;
  } finally {
    await snapshot.end();
  }
}

async function stateOn(
  parts: CallParts,
  request: CallRequest,
  { caller }: Reached,
  sql: Sql,
): Promise<JsonObject | undefined> {
  const served = parts.registry.get(request.server);
  if (served?.server.state === undefined || caller === undefined) return undefined;
  const { connection, client, form } = request;
  const readsOnly = () => {
    throw new KernelError("internal", "The state beside a failure is only read");
  };
  const files = lazily(() => parts.files.stage(caller.tenant));
  const scope = createScope(parts, {
    caller,
    connection,
    client,
    // The caller's own may have aborted; what it is told is read all the same.
    signal: new AbortController().signal,
    sql,
    staged: files.get,
    dryRun: false,
    reasoning: null,
    form,
    writes: () => false,
    record: readsOnly,
    call: readsOnly,
    prepare: readsOnly,
  });
  try {
    return await served.server.state(served.world.open(scope));
  } finally {
    await files.made()?.discard();
  }
}

/** Ties the entry to what was asked without keeping it: what was refused must not be stored after all. */
function argumentsHash(args: unknown): string | null {
  try {
    return hashOf((args ?? {}) as Json);
  } catch {
    return null;
  }
}

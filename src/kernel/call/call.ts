import type { Caller } from "../caller.ts";
import { hashOf } from "../canonical-json.ts";
import type { CallFacts } from "../envelope.ts";
import { plainEnvelope, rpcFailure } from "../envelope.ts";
import { KernelError } from "../errors.ts";
import { REFUSED } from "../event.ts";
import { appendEvent } from "../events/index.ts";
import type { Json } from "../json.ts";
import { execute } from "./execute.ts";
import type { CallParts } from "./parts.ts";
import type { BoundTool } from "./registry.ts";
import type { CallRequest, Outcome } from "./request.ts";
import { authenticate, authorize, limit, permit, resolveAlias, validate } from "./stages.ts";

/** What is known of a call so far; a refusal is worded and recorded from it. */
interface Progress {
  caller?: Caller;
  bound?: BoundTool;
  dryRun?: boolean;
  release?: () => void;
}

/** The one way into any tool: who calls, what, may they, how much, how, then do it and say so. */
export async function call(parts: CallParts, request: CallRequest): Promise<Outcome> {
  const startedMs = parts.env.monotonicMs();
  const reached: Progress = {};
  const facts = (): CallFacts => ({
    // Most envelopes never ask for it.
    get callId() {
      return parts.env.id();
    },
    tool: reached.bound?.tool.name ?? request.name,
    effect: reached.bound?.tool.effect,
    dryRun: reached.dryRun ?? false,
    at: parts.env.now(),
    events: [],
  });
  const finished = (outcome: "ok" | "refused" | "failed") =>
    parts.metrics.called(
      request.server,
      reached.bound?.tool.name ?? "unknown",
      outcome,
      (parts.env.monotonicMs() - startedMs) / 1000,
    );

  try {
    const authenticated = authenticate(request);
    reached.caller = authenticated.caller;
    const resolved = resolveAlias(parts, authenticated);
    reached.bound = resolved.bound;
    const validated = validate(resolved);
    reached.dryRun = validated.dryRun;
    const authorized = authorize(parts, validated);
    const limited = limit(parts, authorized);
    reached.release = limited.release;
    const permitted = permit(limited);
    const executed = await execute(parts, permitted, facts());
    parts.env.reached("before-answer");
    finished("ok");
    return executed;
  } catch (thrown) {
    const error = expected(parts, request, thrown);
    await recordRefusal(parts, request, reached, error);
    finished(error.code === "internal" ? "failed" : "refused");
    const envelope = parts.registry.get(request.server)?.server.envelope ?? plainEnvelope;
    if (request.form === "method") return (envelope.methodFailure ?? rpcFailure)(error, facts());
    return envelope.failure(error, facts());
  } finally {
    reached.release?.();
  }
}

/** Anything that is not a KernelError is a bug of ours: the caller gets an id, the log gets the cause. */
function expected(parts: CallParts, request: CallRequest, thrown: unknown): KernelError {
  if (thrown instanceof KernelError && thrown.code !== "internal") return thrown;
  const traceId = parts.env.id();
  const cause = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  parts.log.error({ trace_id: traceId, server: request.server, cause }, "a call failed by a fault of ours");
  return new KernelError("internal", "Something went wrong inside Bailiwick; nothing was written", {
    trace_id: traceId,
  });
}

/** Failures after which the log cannot be written, or that refuse nothing. */
const UNRECORDED = new Set(["read_only", "cancelled", "shutting_down", "commit_unknown"]);

async function recordRefusal(
  parts: CallParts,
  request: CallRequest,
  reached: Progress,
  error: KernelError,
): Promise<void> {
  const { bound, caller } = reached;
  if (bound === undefined || caller === undefined || bound.tool.effect === "read") return;
  if (
    rehearses(bound, request.arguments) ||
    UNRECORDED.has(error.code) ||
    error.code.startsWith("storage_") ||
    error.code.startsWith("schema_")
  )
    return;
  const origin = {
    tenant: caller.tenant,
    server: request.server,
    tool: bound.tool.name,
    actor: caller.actor,
    approvalId: null,
  };
  const payload = { code: error.code, arguments_hash: argumentsHash(request.arguments) };
  try {
    const database = await parts.database();
    await database.write(caller.tenant, (sql) => appendEvent(sql, parts.env, origin, { kind: REFUSED, payload }));
  } catch (failure) {
    parts.log.error({ server: request.server, cause: String(failure) }, "a refusal could not be recorded");
  }
}

/** A rehearsal leaves nothing behind, not even a refusal; its arguments may have failed before they were parsed. */
function rehearses(bound: BoundTool, args: unknown): boolean {
  if (!bound.takesDryRun) return false;
  const asked = typeof args === "object" && args !== null && "dry_run" in args ? args.dry_run : undefined;
  return asked === true || (asked !== false && bound.server.dryRun === "on");
}

/** Ties the entry to what was asked without keeping it: what was refused must not be stored after all. */
function argumentsHash(args: unknown): string | null {
  try {
    return hashOf((args ?? {}) as Json);
  } catch {
    return null;
  }
}

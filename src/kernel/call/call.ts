import { KernelError } from "../errors.ts";
import { askApproval, settleAnswer } from "./ask-approval.ts";
import { execute } from "./execute.ts";
import { createFacts, type FactsOf } from "./facts.ts";
import { ApprovalNeeded } from "./govern.ts";
import type { CallParts } from "./parts.ts";
import type { Reached } from "./reached.ts";
import { refuse } from "./refuse.ts";
import type { CallRequest, Outcome } from "./request.ts";
import {
  type Authenticated,
  authenticate,
  authorize,
  type Limited,
  limit,
  type Permitted,
  permit,
  resolveAlias,
  validate,
} from "./stages.ts";

/** The one way into any tool: who calls, what, may they, how much, how, then do it and say so. */
export async function call(parts: CallParts, request: CallRequest): Promise<Outcome> {
  const startedMs = parts.env.monotonicMs();
  const reached: Reached = {};
  const facts = createFacts(parts, request, reached);
  const finished = (outcome: "ok" | "refused" | "failed") =>
    parts.metrics.called(
      request.server,
      reached.bound?.tool.name ?? "unknown",
      outcome,
      (parts.env.monotonicMs() - startedMs) / 1000,
    );

  const done = parts.background.busy();
  try {
    const served = parts.registry.get(request.server) ?? (await parts.registry.open(request.server));
    if (served?.world.hasRoots) await parts.recovered();
    // A read is answered, or refused, by what is known of the permissions, and that is made sure of before it leaves.
    const known = parts.governance.refresh();
    known.catch(() => {});
    const asked = served?.tools.get(request.name)?.tool;
    const isRead = asked?.effect === "read";
    // What leaves things out by the permissions has to know them first.
    if (!isRead || asked.narrowsBy !== undefined) await known;
    const { records } = parts.governance;
    const authenticated = authenticate(request);
    reached.caller = authenticated.caller;
    const limited = await admit(parts, authenticated, reached).catch(async (refusal) => {
      await known;
      if (parts.governance.records === records) throw refusal;
      return admit(parts, authenticated, reached);
    });
    reached.release = limited.release;
    const executed = await executeOrAsk(parts, permit(limited), facts);
    if (isRead) await known;
    if (isRead && parts.governance.records !== records) {
      authorize(parts, validate(resolveAlias(parts, authenticated)));
    }
    parts.env.reached("before-answer");
    finished("ok");
    return executed;
  } catch (thrown) {
    const error = expected(parts, request, thrown);
    const refused = await refuse(parts, request, reached, error, facts);
    finished(error.code === "internal" ? "failed" : "refused");
    return refused;
  } finally {
    reached.release?.();
    done();
  }
}

/** Whether this caller may do this now, and as often. */
async function admit(parts: CallParts, call: Authenticated, reached: Reached): Promise<Limited> {
  const resolved = resolveAlias(parts, call);
  reached.bound = resolved.bound;
  reached.common = resolved.common;
  reached.caller = resolved.caller;
  return limit(parts, authorize(parts, validate(resolved)));
}

/** Does it, or asks the person without whom it may not be done. */
async function executeOrAsk(parts: CallParts, call: Permitted, facts: FactsOf): Promise<Outcome> {
  if (call.mode === "apply") await settleAnswer(parts, call);
  try {
    return await execute(parts, call, facts);
  } catch (thrown) {
    if (!(thrown instanceof ApprovalNeeded)) throw thrown;
    return askApproval(parts, call, thrown);
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

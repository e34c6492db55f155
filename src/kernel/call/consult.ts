import type { Client } from "../client.ts";
import { KernelError } from "../errors.ts";
import { requirePermission } from "../governance/index.ts";
import { authenticate, type ConnectionInfo, requireScope } from "../identity/index.ts";
import type { JsonObject } from "../json.ts";
import { openFrame, runTool } from "./frame.ts";
import { lazily } from "./lazily.ts";
import { lazyRead } from "./lazy-read.ts";
import type { CallParts } from "./parts.ts";
import { createScope } from "./scope.ts";
import { admitRead } from "./stages.ts";

/** A question to a server that is no tool call: a resource, a prompt, a completion. */
export interface Consultation {
  readonly server: string;
  readonly connection: ConnectionInfo;
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** Answers one on a snapshot, as the caller may see it and within the same limits as a read tool. */
export async function consult<Value>(
  parts: CallParts,
  { server, connection, client, signal }: Consultation,
  answer: (deps: unknown) => Promise<Value> | Value,
): Promise<Value> {
  const bound = parts.registry.get(server);
  if (bound === undefined) throw new KernelError("not_found", "There is no such server");
  const caller = authenticate(connection);
  requireScope(caller.scopes, server, "read");
  if (bound.world.hasRoots) await parts.recovered();
  await parts.governance.refresh();
  const rules = parts.governance.rulesOf(caller);
  requirePermission(rules, ["READ"], server, {});
  const release = parts.limiter.admit(caller.holder, false);
  const done = parts.background.busy();
  const snapshot = lazyRead(parts.dialect, parts.database, caller.tenant);
  const files = lazily(() => parts.files.stage(caller.tenant));
  try {
    await parts.limiter.spend({
      tenant: caller.tenant,
      agent: caller.actor.agent,
      server,
      tool: null,
      isRead: true,
      budget: undefined,
      agentPerMinute: rules.callsPerMinute,
    });
    const record = () => {
      throw new KernelError("internal", "A resource or prompt only reads");
    };
    const facts = {
      caller,
      connection,
      client,
      signal,
      sql: snapshot.sql,
      staged: files.get,
      dryRun: false,
      reasoning: null,
      form: "tool" as const,
      writes: () => false,
      record,
      call: (inner: string, name: string, args: JsonObject) => readFor(inner, name, args),
      prepare: record,
    };
    // A tool that is asked for it reads on this snapshot, as one that a read tool asks.
    const readFor = async (inner: string, name: string, args: JsonObject): Promise<JsonObject> => {
      await parts.registry.open(inner);
      const request = { server: inner, name, arguments: args, connection, client, signal, form: "tool" as const };
      const read = await admitRead(parts, request);
      const ground = {
        sql: snapshot.sql,
        staged: files.get,
        callId: () => "",
        prepared: new Map(),
        phase: "read" as const,
      };
      return (await runTool(openFrame(parts, read, ground))) as JsonObject;
    };
    return await answer(bound.world.open(createScope(parts, facts)));
  } finally {
    release();
    done();
    await snapshot.end();
    await files.made()?.discard();
  }
}

import { isInputRequiredResult } from "@modelcontextprotocol/server";
import { refuseCancelled } from "../cancel.ts";
import { canonicalJson } from "../canonical-json.ts";
import { KernelError } from "../errors.ts";
import type { Event } from "../event.ts";
import { appendEvent, type LogEnd } from "../events/index.ts";
import type { StagedFiles } from "../files/index.ts";
import type { JsonObject } from "../json.ts";
import type { GatheredIndex } from "../search.ts";
import type { Sql } from "../sql.ts";
import { enterInstallationLane } from "../storage/index.ts";
import type { Scope } from "../world.ts";
import type { CallParts } from "./parts.ts";
import { createScope } from "./scope.ts";
import { type Authorized, admitInner, checkInner, type Permitted } from "./stages.ts";

/** Calls that call calls end here: deeper than this is a circle. */
const DEPTH_MAX = 8;

/** What a call and all that it calls share: one snapshot or transaction, one set of files. */
interface Ground {
  readonly sql: Sql;
  staged(): StagedFiles;
  /** The id of the outermost call. */
  callId(): string;
  /** What was prepared for calls that this one is going to make. */
  readonly prepared: Map<string, unknown>;
  /** Where the caller's log ends; where it is not known yet the first entry asks. */
  readonly logEnd?: LogEnd;
  /** Reading; preparing a write; or inside one, where another transaction would wait for this one for ever. */
  readonly phase: "read" | "prepare" | "write";
}

/** One call on its ground. */
export interface Frame extends Ground {
  readonly call: Permitted;
  readonly events: Event[];
  /** What the entries make findable; undefined where there are none. */
  index(): GatheredIndex | undefined;
  /** What its world gives its tools. */
  readonly deps: unknown;
  /** Nothing more is written through this frame's scope. */
  end(): void;
  /** Why the call cannot succeed any more: a write that it made was refused halfway. */
  broken(): unknown;
}

/** What a frame hands on to those inside it. */
interface Inside {
  readonly depth: number;
  readonly gathered: { index?: GatheredIndex };
}

/** Opens the frame of a call, on ground of its own or on that of the call that made it. */
export function openFrame(parts: CallParts, call: Permitted, ground: Ground, outer?: Frame & Inside): Frame {
  const events = outer?.events ?? [];
  const gathered = outer?.gathered ?? {};
  const depth = (outer?.depth ?? 0) + 1;
  let isOpen = true;
  let broken: unknown;
  const { client, signal, connection, form } = call.request;

  async function record(recorded: Parameters<Scope["record"]>[0]): Promise<Event> {
    if (call.mode === "read") {
      throw new KernelError("internal", "A read tool tried to record an event", { tool: call.bound.tool.name });
    }
    if (!isOpen) throw new KernelError("internal", "An entry was to be recorded after its call had ended");
    refuseCancelled(signal);
    const { caller, bound, common, via } = call;
    const origin = {
      tenant: caller.tenant,
      server: bound.server.name,
      tool: bound.tool.name,
      actor: caller.actor,
      approvalId: common.approvalId,
      reasoning: common.reasoning,
      via,
    };
    const event = await appendEvent(ground.sql, parts.env, origin, recorded, ground.logEnd);
    gathered.index ??= parts.gatherIndex(caller.tenant);
    await bound.world.apply(event, ground.sql, gathered.index.writer(event.at));
    parts.env.reached("projection-applied");
    events.push(event);
    return event;
  }

  async function callTool(server: string, name: string, args: JsonObject): Promise<JsonObject> {
    refuseCircle(name);
    await parts.registry.open(server);
    const via = call.via ?? { server: call.bound.server.name, tool: call.bound.tool.name, call: ground.callId() };
    const inner = await admitInner(parts, call, { server, name, arguments: args }, via, insideWrite());
    const innerFrame = openFrame(parts, inner, ground, { ...frame, depth, gathered });
    try {
      const key = preparedKey(server, name, args);
      // Unless it was prepared before, it is prepared here, where others wait for it.
      if (!ground.prepared.has(key)) await prepareInner(inner, key);
      const prepared = ground.prepared.get(key);
      // Used up: made again, the call is prepared again.
      ground.prepared.delete(key);
      const value = await runTool(innerFrame, prepared);
      if (isInputRequiredResult(value)) throw new KernelError("internal", "A called tool asked for the client");
      return value as JsonObject;
    } catch (error) {
      // Half of a write may stand in the transaction: the outer call must not go on as if it had not happened.
      if (inner.mode !== "read") broken ??= error;
      throw error;
    } finally {
      innerFrame.end();
    }
  }

  function insideWrite(): Sql | undefined {
    return ground.phase === "write" ? ground.sql : undefined;
  }

  async function prepareTool(server: string, name: string, args: JsonObject): Promise<void> {
    if (ground.phase !== "prepare") {
      throw new KernelError("internal", "Calls are prepared in prepare, before a write begins", { tool: name });
    }
    refuseCircle(name);
    await parts.registry.open(server);
    await prepareInner(checkInner(parts, call, { server, name, arguments: args }), preparedKey(server, name, args));
  }

  /** What is being prepared only reads, wherever that happens. */
  async function prepareInner(inner: Authorized | Permitted, key: string): Promise<void> {
    const { tool } = inner.bound;
    if (tool.prepare === undefined) return;
    const reading = openFrame(parts, { ...inner, mode: "read" } as unknown as Permitted, ground, {
      ...frame,
      depth,
      gathered,
    });
    ground.prepared.set(key, await tool.prepare(inner.input, reading.deps));
  }

  function refuseCircle(name: string): void {
    if (depth === DEPTH_MAX) throw new KernelError("internal", "Tools call each other in a circle", { tool: name });
  }

  const scope = createScope(parts, {
    caller: call.caller,
    connection,
    client,
    signal,
    sql: ground.sql,
    staged: ground.staged,
    dryRun: call.mode === "rehearse",
    reasoning: call.common.reasoning,
    form,
    writes: () => isOpen && call.mode !== "read",
    isInsideWrite: () => isOpen && ground.phase === "write",
    indexed: async () => gathered.index?.write(ground.sql, ground.staged().blobs(ground.sql)),
    record,
    call: callTool,
    prepare: prepareTool,
  });
  const frame: Frame = {
    sql: ground.sql,
    staged: ground.staged,
    callId: ground.callId,
    prepared: ground.prepared,
    phase: ground.phase,
    ...(ground.logEnd !== undefined && { logEnd: ground.logEnd }),
    call,
    events,
    index: () => gathered.index,
    deps: call.bound.world.open(scope),
    end() {
      isOpen = false;
    },
    broken: () => broken,
  };
  return frame;
}

/** A call that is made as it was prepared finds what was prepared. */
function preparedKey(server: string, name: string, args: JsonObject): string {
  return canonicalJson([server, name, args]);
}

/** Runs the tool of a frame. What belongs to the installation is written by one call at a time, whoever calls. */
export async function runTool(frame: Frame, prepared?: unknown): Promise<unknown> {
  const { bound, mode, input } = frame.call;
  if (mode !== "read" && bound.world.shared) await enterInstallationLane(frame.sql);
  const value = await bound.tool.run(input, frame.deps, prepared);
  const broken = frame.broken();
  if (broken !== undefined) throw broken;
  return value;
}

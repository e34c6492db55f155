import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { KernelError } from "../errors.ts";
import type { Server } from "../server.ts";
import type { Tool } from "../tool.ts";
import type { World, WorldHost } from "../world.ts";
import { type RunningWorld, runWorld } from "./running-world.ts";
import { inputSchema, listedTool } from "./tool-schemas.ts";
import { commonNames } from "./write-arguments.ts";

/** A tool with everything about it that can be worked out once. */
export interface BoundTool {
  readonly tool: Tool<unknown>;
  readonly server: Server<unknown>;
  readonly world: RunningWorld;
  readonly input: z.ZodObject;
  /** The arguments it takes besides its own. */
  readonly common: ReturnType<typeof commonNames>;
}

export interface BoundServer {
  readonly server: Server<unknown>;
  readonly world: RunningWorld;
  /** By name and by alias. */
  readonly tools: ReadonlyMap<string, BoundTool>;
  /** Tool names by JSON-RPC method. */
  readonly methods: ReadonlyMap<string, string>;
  /** What tools/list answers; made when first asked for, then kept. */
  listed(): readonly ListedTool[];
}

/** Which servers there are, and the worlds behind them, loaded at their first use. */
export interface Registry {
  /** Every server's world by the server's name, loaded or not. */
  readonly names: ReadonlyMap<string, World>;
  /** A server whose world is loaded already. */
  get(server: string): BoundServer | undefined;
  /** A server, with its world loaded; undefined where there is none of this name. */
  open(server: string): Promise<BoundServer | undefined>;
  /** Every world, loaded, in order. */
  worlds(): Promise<readonly RunningWorld[]>;
  /** Those that were loaded so far. */
  running(): readonly RunningWorld[];
}

export interface RegistryOptions {
  hostOf(world: World): WorldHost;
  /** Told when a world's first tool is used. */
  onStarted(world: RunningWorld): void;
  /** The most bytes of one message where files travel inside messages, if the operator says so. */
  readonly messageBytesMax?: number | undefined;
}

/** Refuses to start on any name that could mean two things. */
export function createRegistry(worlds: readonly World[], options: RegistryOptions): Registry {
  const names = new Map<string, World>();
  for (const world of worlds) {
    for (const name of world.servers) {
      if (names.has(name)) throw ambiguous("Two servers have one name", name);
      names.set(name, world);
    }
  }
  const bound = new Map<string, BoundServer>();
  const loading = new Map<World, Promise<RunningWorld>>();
  const loaded: RunningWorld[] = [];

  function load(world: World): Promise<RunningWorld> {
    let running = loading.get(world);
    if (running === undefined) {
      running = runWorld(world, () => options.hostOf(world), options.onStarted).then(bind);
      loading.set(world, running);
      // A file that could not be read may be readable at the next try.
      running.catch(() => loading.delete(world));
    }
    return running;
  }

  function bind(running: RunningWorld): RunningWorld {
    for (const server of running.servers) bound.set(server.name, bindServer(running, sized(server, options)));
    loaded.push(running);
    return running;
  }

  return {
    names,
    get: (server) => bound.get(server),
    async open(server) {
      const world = names.get(server);
      if (world === undefined) return undefined;
      await load(world);
      return bound.get(server);
    },
    worlds: () => Promise.all(worlds.map(load)),
    running: () => loaded,
  };
}

function sized(server: Server<unknown>, { messageBytesMax }: RegistryOptions): Server<unknown> {
  return server.carriesFiles === true && messageBytesMax !== undefined ? { ...server, messageBytesMax } : server;
}

/** Works out all that is fixed about a server's tools, and refuses names that could mean two things. */
export function bindServer(world: RunningWorld, server: Server<unknown>): BoundServer {
  const tools = new Map<string, BoundTool>();
  const methods = new Map<string, string>();
  for (const tool of server.tools) {
    if (tools.has(tool.name)) throw ambiguous("Two tools have one name", tool.name);
    const common = commonNames(tool, server);
    tools.set(tool.name, { tool, server, world, input: inputSchema(tool, server), common });
  }
  // An alias leads to a tool, never to an alias: checked after all names are known, so no chain and no cycle can form.
  for (const bound of [...tools.values()]) {
    for (const alias of bound.tool.aliases) {
      if (tools.has(alias)) throw ambiguous("An alias is a tool's name or stands twice", alias);
      tools.set(alias, bound);
    }
    for (const method of bound.tool.methods) {
      if (methods.has(method)) throw ambiguous("Two tools answer one method", method);
      methods.set(method, bound.tool.name);
    }
  }
  let listed: readonly ListedTool[] | undefined;
  return {
    server,
    world,
    tools,
    methods,
    listed: () => {
      listed ??= server.tools
        .filter((tool) => !tool.isInner)
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((tool) => listedTool(tool, server));
      return listed;
    },
  };
}

function ambiguous(message: string, name: string): KernelError {
  return new KernelError("internal", message, { name });
}

import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { KernelError } from "../errors.ts";
import type { Server } from "../server.ts";
import type { Tool } from "../tool.ts";
import type { World } from "../world.ts";
import { commonNames } from "./common-arguments.ts";
import { inputSchema, listedTool } from "./tool-schemas.ts";

/** A tool with everything about it that can be worked out once. */
export interface BoundTool {
  readonly tool: Tool<unknown>;
  readonly server: Server<unknown>;
  readonly world: World<unknown>;
  readonly input: z.ZodObject;
  /** The arguments it takes besides its own. */
  readonly common: ReturnType<typeof commonNames>;
  /** Why a requirement of the tool is not met; undefined where it is. */
  requirement(name: string): KernelError | undefined;
}

export interface BoundServer {
  readonly server: Server<unknown>;
  readonly world: World<unknown>;
  /** By name and by alias. */
  readonly tools: ReadonlyMap<string, BoundTool>;
  /** Tool names by JSON-RPC method. */
  readonly methods: ReadonlyMap<string, string>;
  /** What tools/list answers; made when first asked for, then kept. */
  listed(): readonly ListedTool[];
}

export type Registry = ReadonlyMap<string, BoundServer>;

/** Binds every server of every world, and refuses to start on any name that could mean two things. */
export function createRegistry(worlds: readonly World<unknown>[]): Registry {
  const registry = new Map<string, BoundServer>();
  for (const world of worlds) {
    for (const server of world.servers) {
      if (registry.has(server.name)) throw ambiguous("Two servers have one name", server.name);
      registry.set(server.name, bindServer(world, server));
    }
  }
  return registry;
}

function bindServer(world: World<unknown>, server: Server<unknown>): BoundServer {
  const tools = new Map<string, BoundTool>();
  const methods = new Map<string, string>();
  for (const tool of server.tools) {
    if (tools.has(tool.name)) throw ambiguous("Two tools have one name", tool.name);
    tools.set(tool.name, {
      tool,
      server,
      world,
      input: inputSchema(tool, server),
      common: commonNames(tool, server),
      requirement: (name) => world.requirements?.[name]?.(),
    });
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
      listed ??= [...server.tools].sort((a, b) => (a.name < b.name ? -1 : 1)).map((tool) => listedTool(tool, server));
      return listed;
    },
  };
}

function ambiguous(message: string, name: string): KernelError {
  return new KernelError("internal", message, { name });
}

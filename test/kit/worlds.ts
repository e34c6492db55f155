import { WORLDS } from "../../src/apps/worlds.ts";
import { type BoundServer, createRegistry, type Registry } from "../../src/kernel/call/index.ts";
import { defineWorld, type Migration, type Server, type World, type WorldCode } from "../../src/kernel/index.ts";
import { readWorldConfig } from "../../src/kernel/world-config.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

/** What a world of a test says; what most have nothing to say to may be left out. */
export interface TestWorld<Deps> extends Omit<WorldCode<Deps, undefined>, "start" | "open" | "projections" | "apply"> {
  readonly name: string;
  readonly migrations?: readonly Migration[];
  readonly projections?: WorldCode<Deps, undefined>["projections"];
  readonly shared?: boolean;
  readonly roots?: World["roots"];
  open(scope: Parameters<WorldCode<Deps, undefined>["open"]>[1]): Deps;
  apply?: WorldCode<Deps, undefined>["apply"];
}

/** A world in one piece, with its code beside what it is: small worlds of tests need no files of their own. */
export function defineTestWorld<Deps>(world: TestWorld<Deps>): World {
  const {
    name,
    migrations = [],
    shared = false,
    roots,
    open,
    projections = [],
    apply = async () => {},
    ...code
  } = world;
  return defineWorld<Deps, undefined>({
    name,
    servers: world.servers.map((server) => server.name),
    shared,
    ...(roots && { roots }),
    migrations,
    load: async () => ({
      ...code,
      projections,
      apply,
      start: () => undefined,
      open: (_lifetime, scope) => open(scope),
    }),
  });
}

/** The same world with its servers changed. */
export function withServers(world: World, change: (server: Server<unknown>) => Server<unknown>): World {
  return {
    ...world,
    async load() {
      const code = await world.load();
      return { ...code, servers: code.servers.map(change) };
    },
  };
}

/** The servers of some worlds, without a kernel: nothing of them can be called. */
export function registryOf(worlds: readonly World[]): Registry {
  return createRegistry(worlds, {
    hostOf: (world) => ({
      folder: "",
      config: readWorldConfig(world, undefined),
      variables: {},
      databaseUrl: undefined,
      readOnly: false,
      version: "0.0.0-test",
      filesRoots: undefined,
      workingFolder: "",
      homeFolder: undefined,
      env: createSimulatedEnv("registry"),
      async parse() {
        throw new Error("there is no kernel to parse with");
      },
    }),
    onStarted() {},
  });
}

/** Every server of the product, in order. */
export async function everyServer(worlds: readonly World[] = WORLDS): Promise<BoundServer[]> {
  const registry = registryOf(worlds);
  const bound = await Promise.all([...registry.names.keys()].map((name) => registry.open(name)));
  return bound.filter((server) => server !== undefined);
}

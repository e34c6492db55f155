import { KernelError } from "../errors.ts";
import type { Server } from "../server.ts";
import type { Sql } from "../sql.ts";
import type {
  Derivation,
  Finding,
  ImportHost,
  InspectHost,
  Projection,
  ReindexHost,
  Scope,
  World,
  WorldCode,
  WorldHost,
} from "../world.ts";

type Code = WorldCode<unknown, unknown>;

/** A world with its code loaded. What lives as long as the process is made when a call first needs it. */
export interface RunningWorld extends Pick<Code, "projections" | "apply" | "blobsOf" | "check" | "touches"> {
  readonly name: string;
  readonly servers: readonly Server<unknown>[];
  readonly migrations: World["migrations"];
  /** Its state is the installation's, whoever calls. */
  readonly shared: boolean;
  /** It reads and writes files that commit with calls. */
  readonly hasRoots: boolean;
  /** Tables that the log gives again. */
  readonly follows: readonly Derivation[];
  readonly erases: NonNullable<Code["erases"]>;
  readonly pages: NonNullable<Code["pages"]>;
  readonly background: NonNullable<Code["background"]>;
  readonly importers: Readonly<Record<string, (path: string, host: ImportHost) => Promise<string>>>;
  readonly exporters: Readonly<Record<string, (path: string, host: ImportHost) => Promise<string>>>;
  readonly removers: Readonly<Record<string, (id: string, host: ImportHost) => Promise<string>>>;
  readonly shows: NonNullable<Code["shows"]>;
  readonly demo: ((host: ImportHost) => Promise<string>) | undefined;
  lifetime(): unknown;
  open(scope: Scope): unknown;
  /** Why a requirement that a tool declares is not met; undefined where it is. */
  unmet(requirement: string): KernelError | undefined;
  /** What is wrong with what only this world can judge. */
  inspect(host: InspectHost): AsyncIterable<Finding>;
  /** Looks again at the files it follows, where it follows some. */
  reindex(host: ReindexHost): Promise<void>;
  /** How much there is, by what it is called. */
  counts(sql: Sql, nowMs: number): Promise<Readonly<Record<string, number>>>;
  close(host: Parameters<NonNullable<Code["close"]>>[1]): Promise<void>;
}

export async function runWorld(
  world: World,
  host: () => WorldHost,
  onStarted: (running: RunningWorld) => void,
): Promise<RunningWorld> {
  const code = await world.load();
  const promised = world.servers.join(" ");
  const loaded = code.servers.map(({ name }) => name).join(" ");
  if (promised !== loaded) {
    throw new KernelError("internal", "A world has other servers than it promises", { world: world.name, loaded });
  }
  let started: { readonly lifetime: unknown } | undefined;
  const lifetime = () => {
    if (started !== undefined) return started.lifetime;
    started = { lifetime: code.start(host()) };
    onStarted(running);
    return started.lifetime;
  };
  const carriers = (of: Code["importers"] = {}) =>
    Object.fromEntries(
      Object.entries(of).map(([kind, carry]) => [
        kind,
        (path: string, importHost: ImportHost) => carry(lifetime(), path, importHost),
      ]),
    );
  const running: RunningWorld = {
    name: world.name,
    servers: code.servers,
    migrations: world.migrations,
    shared: world.shared ?? false,
    hasRoots: world.roots !== undefined,
    ...(code.projections !== undefined && { projections: code.projections }),
    apply: code.apply,
    ...(code.blobsOf !== undefined && { blobsOf: code.blobsOf }),
    ...(code.check !== undefined && { check: code.check }),
    ...(code.touches !== undefined && { touches: code.touches }),
    follows: code.follows ?? (code.projections ?? []).map(derivationOf),
    erases: code.erases ?? {},
    pages: code.pages ?? {},
    background: code.background ?? [],
    importers: carriers(code.importers),
    exporters: carriers(code.exporters),
    removers: carriers(code.removers),
    shows: code.shows ?? {},
    demo: code.demo && ((importHost) => code.demo?.(lifetime(), importHost) as Promise<string>),
    lifetime,
    open: (scope) => code.open(lifetime(), scope),
    unmet(requirement) {
      const check = code.requirements?.[requirement];
      if (check === undefined) {
        throw new KernelError("internal", "A tool requires what its world does not know", { requirement });
      }
      return check(lifetime());
    },
    async *inspect(inspecting) {
      if (code.inspect !== undefined) yield* code.inspect(lifetime(), inspecting);
    },
    async reindex(reindexing) {
      await code.reindex?.(lifetime(), reindexing);
    },
    counts: async (sql, nowMs) => (await code.counts?.(lifetime(), sql, nowMs)) ?? {},
    async close(closing) {
      if (started !== undefined) await code.close?.(started.lifetime, closing);
    },
  };
  return running;
}

/** A projection whose columns are all known to the state root is known whole. */
function derivationOf({ table, orderBy }: Projection): Derivation {
  return { table, key: orderBy.filter((column) => column !== "tenant_id") };
}

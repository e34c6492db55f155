import { join } from "node:path";
import { createBackground } from "./background/index.ts";
import {
  type BoundServer,
  type CallRequest,
  call,
  createRegistry,
  derive,
  type Outcome,
  type Registry,
  type RunningWorld,
  recordedOn,
} from "./call/index.ts";
import { KernelError } from "./errors.ts";
import {
  allHeads,
  createLogWatcher,
  logMigrations,
  openRebuild,
  ownersOfBlobs,
  type ReplayReport,
  replay,
  type StateRoot,
  stateRoot,
} from "./events/index.ts";
import { createCallFiles, createFileLinks, type FileLinks, linkRevocationMigration } from "./files/index.ts";
import {
  createGovernance,
  createLimiter,
  createOwnWindows,
  createSharedWindows,
  DEFAULT_LIMITS,
  type Governance,
  governanceEntries,
  readRecord,
} from "./governance/index.ts";
import { createSessionMemory } from "./identity/index.ts";
import { EVERY_TENANT, INSTALLATION } from "./installation.ts";
import type { KernelOptions, ReindexOptions } from "./kernel-options.ts";
import { createProofs, type Proofs } from "./kernel-proofs.ts";
import { createParses } from "./parsers/index.ts";
import { createWitness } from "./proof/index.ts";
import { createEmbedder, createSearchIndex, type ReindexReport, searchMigrations } from "./search/index.ts";
import {
  type CopyOptions,
  copyTables,
  createPlaces,
  type Database,
  type Distributed,
  databaseIsThere,
  finishCopying,
  openDatabase,
} from "./storage/index.ts";
import { NO_METRICS } from "./telemetry/index.ts";
import {
  createSessionIds,
  createStateSeal,
  DEFAULT_MESSAGE_LIMITS,
  type TransportParts,
} from "./transports/mcp/index.ts";
import type { Derived, ImportHost, Installation, World, WorldHost } from "./world.ts";
import { readWorldConfig } from "./world-config.ts";

/** Half of the readers a database has: the other half is for everyone else. */
const PREPARES_AT_ONCE = 4;
/** One user's long calls leave room for the others'. */
const PREPARES_OF_ONE_USER = 2;

const MIB = 1024 * 1024;

/** What a variable says that nobody set. */
const NOT_SET = { switch: false, path: undefined, list: [], text: undefined } as const;

const NO_MODEL = { absent: "the configuration turns the model off" };

/** Everything behind the servers: made once per process, touching no file until something is asked of it. */
export interface Kernel extends Proofs {
  readonly parts: TransportParts;
  /** Signed links, and the files behind them. */
  readonly links: FileLinks;
  readonly registry: Registry;
  /** Where the secrets of the data folder lie. */
  readonly keysFolder: string;
  /** Folders whose files commit with calls, by what they are called. */
  readonly sharedFolders: Readonly<Record<string, string>>;
  /** For the operator and for people: no tool leads here. */
  readonly governance: Governance;
  /** Every world, its code loaded. */
  worlds(): Promise<readonly RunningWorld[]>;
  /** The server of this name, its world loaded, or an error that lists the right ones. */
  server(name: string): Promise<BoundServer>;
  call(request: CallRequest): Promise<Outcome>;
  replay(onProgress?: (events: number) => void): Promise<ReplayReport>;
  stateRoot(): Promise<StateRoot>;
  /** Makes the search index what log and files say; of one world alone where one is named. */
  reindex(options?: ReindexOptions): Promise<ReindexReport>;
  /** Puts the tables on the workers of a cluster, those of vectors too. */
  distribute(): Promise<Distributed>;
  /** Fills the database with the tables of another kernel's, where it was opened to be filled; answers with the rows. */
  copyFrom(source: Kernel, options: CopyOptions): Promise<number>;
  /** It is whole: from here on others open it, and this kernel has no more to do with it. */
  finishCopy(): Promise<void>;
  /** Whether what is there can be read; throws where it cannot, and answers false where there is nothing yet. */
  probe(): Promise<boolean>;
  /** Makes vectors that wait for one, in the background. */
  makeVectors(): void;
  /** Writes derived data for the local user: what importers do. */
  derive: ImportHost["derive"];
  /** What belongs to no user. */
  installation: Pick<Installation, "id" | "derive">;
  /** Work of the worlds that nobody waits for. */
  background: Pick<ReturnType<typeof createBackground>, "pause" | "resume">;
  /** For a process that stays: vectors are made of what others left, too. */
  embedWhatWaits(): void;
  /** The process is about to end: what waits for a database server that does not answer, or for a file, is refused soon. */
  hurry(): void;
  /** Finishes what was begun; later calls are refused. */
  close(): Promise<void>;
}

export function openKernel(options: KernelOptions): Kernel {
  const { env, log, folder } = options;
  const { worlds } = options;
  const configs = new Map(worlds.map((world) => [world, readWorldConfig(world, options.config?.[world.name])]));
  for (const { subject, record } of options.permissions ?? []) readRecord(subject, record);
  const background = createBackground(env, log);
  const parses = createParses(log, options.parseLimits);
  const registry = createRegistry(worlds, {
    hostOf,
    messageBytesMax: options.messageMib === undefined ? undefined : options.messageMib * MIB,
    onStarted(world) {
      for (const work of world.background) {
        background.add({
          world: world.name,
          work,
          lifetime: world.lifetime,
          host: { env, log, derive: deriveFor, installation },
        });
      }
    },
  });
  const readOnly = options.readOnly ?? false;
  const keysFolder = join(folder, "keys");
  const roots: Readonly<Record<string, string>> = Object.assign(
    {},
    ...worlds.map((world) => world.roots?.(hostOf(world))),
  );
  const files = createCallFiles({ blobs: join(folder, "blobs"), roots, env, log, database: open });
  const migrations = [
    ...logMigrations,
    linkRevocationMigration,
    ...searchMigrations,
    ...governanceEntries.migrations,
    ...worlds.flatMap((world) => world.migrations),
  ];
  const dialect = options.databaseUrl === undefined ? "sqlite" : "postgres";
  let opening: Promise<Database> | undefined;
  let closing = false;
  let closed: Promise<void> | undefined;

  function hostOf(world: World): WorldHost {
    const { databaseUrl, version, filesRoots, workingFolder = folder, homeFolder } = options;
    const variables = Object.fromEntries(
      Object.entries(world.variables ?? {}).map(([name, kind]) => [name, options.variables?.[name] ?? NOT_SET[kind]]),
    );
    return {
      folder,
      config: configs.get(world),
      variables,
      databaseUrl,
      readOnly,
      version,
      filesRoots,
      workingFolder,
      homeFolder,
      env,
      parse: parses.parse,
    };
  }

  async function database(): Promise<Database> {
    if (closing) throw new KernelError("shutting_down", "The server is stopping");
    witness.look();
    return open();
  }

  function isPresent(): boolean {
    return opening !== undefined || databaseIsThere(folder, options.databaseUrl);
  }

  /** Where there is no database there is no journal; where it cannot be opened, the call that needs it says so. */
  async function recovered(): Promise<void> {
    if (!isPresent()) return;
    await open().catch(() => {});
  }

  /** Every committed file is in its place before the first call, and every blob in the folder of its tenant. */
  async function readyFiles(opened: Database): Promise<void> {
    if (readOnly) {
      if (!(await files.isFlat())) return;
      throw new KernelError("schema_older", "The blobs are where an older version put them");
    }
    await witness.begin(opened);
    await governance.configure(opened, options.permissions ?? []);
    await files.recover(opened);
    const { blobs, left, isWhole } = await files.bringOver(async (wanted) => {
      const all = await registry.worlds();
      return opened.read(EVERY_TENANT, (sql) => ownersOfBlobs(sql, all, wanted));
    });
    if (blobs + left > 0) log.info({ blobs, left }, "blobs of an earlier version were given to their tenants");
    if (!isWhole) log.error({}, "an entry of the log cannot be read, so blobs also stay where they were; run verify");
  }

  async function open(): Promise<Database> {
    opening ??= openDatabase(
      {
        folder,
        url: options.databaseUrl,
        readOnly,
        mustExist: options.mustExist ?? false,
        isCopy: options.isCopy,
        patience: options.databasePatience,
        migrations,
      },
      env,
      log,
    ).then(async (opened) => {
      await readyFiles(opened).catch(async (error) => {
        await opened.close();
        throw error;
      });
      return opened;
    });
    try {
      return await opening;
    } catch (error) {
      // The next call tries again: the folder may have been made writable meanwhile.
      opening = undefined;
      throw error;
    }
  }

  const witness = createWitness({ folder, keysFolder, env, log });
  const watcher = createLogWatcher(database, env, log);
  let model: ReturnType<typeof createEmbedder> | undefined;
  const search = createSearchIndex({
    env,
    log,
    dialect,
    database,
    embedder() {
      const choice = options.embedder ?? { provider: "bundled" };
      model ??=
        choice === "none"
          ? Promise.resolve(NO_MODEL)
          : createEmbedder(choice, { env, threads: options.embedderThreads ?? 1 });
      return model;
    },
  });
  const governance = createGovernance({
    env,
    database,
    present: async () => (isPresent() ? database() : undefined),
    committed: (tenant) => parts.committed(tenant),
  });
  const links = createFileLinks({ keysFolder, env, database, base: options.filesBase ?? servesNoFiles });
  const parts: TransportParts = {
    env,
    log,
    registry,
    files,
    links,
    sessions: createSessionMemory(),
    background,
    prepares: createPlaces(PREPARES_AT_ONCE, PREPARES_OF_ONE_USER),
    searchOn: search.on,
    gatherIndex: search.gather,
    embed: search.embed,
    database,
    recovered,
    watcher,
    metrics: options.metrics ?? NO_METRICS,
    policy: { readOnly },
    governance,
    limiter: createLimiter(
      { ...DEFAULT_LIMITS, ...options.limits },
      env,
      readOnly ? createOwnWindows(env) : createSharedWindows(database, env),
    ),
    dialect,
    checkOutputs: options.checkOutputs ?? false,
    committed(tenant) {
      witness.saw(tenant);
      watcher.poke();
      search.committed();
    },
    seal: createStateSeal(keysFolder, env),
    sessionIds: createSessionIds(keysFolder, env),
    version: options.version,
    messageLimits: { ...DEFAULT_MESSAGE_LIMITS, ...options.messageLimits },
  };

  const proofs = createProofs({
    folder,
    keysFolder,
    env,
    readOnly,
    database,
    worlds: registry.worlds,
    files,
    links,
    search,
    committed: parts.committed,
  });

  function deriveFor<Value>(tenant: string, work: (derived: Derived) => Promise<Value>): Promise<Value> {
    return derive(parts, tenant, work);
  }

  const installation: Pick<Installation, "id" | "derive"> = {
    id: INSTALLATION,
    derive: (work) => deriveFor(INSTALLATION, work),
  };

  async function reindex({ world: only, progress = () => {}, signal }: ReindexOptions = {}): Promise<ReindexReport> {
    const chosen = (await registry.worlds()).filter(({ name }) => only === undefined || name === only);
    return search.reindex({
      worlds: chosen,
      isEveryWorld: only === undefined,
      files: files.blobs,
      heads: allHeads,
      rebuild: (index) => openRebuild(chosen, searchMigrations, env, index),
      derive: (work, written) =>
        derive({ ...parts, searchOn: (sql, of) => search.on(sql, of, written) }, INSTALLATION, work),
      progress,
      signal: signal ?? new AbortController().signal,
    });
  }

  /** Neither a database server that has gone silent nor a file that never ends to be read must keep the process. */
  function hurry(): void {
    void parses.close();
    void opening?.then(
      (opened) => opened.hurry(),
      () => {},
    );
  }

  async function finish(): Promise<void> {
    hurry();
    await parses.close();
    await background.close();
    // The last writing of the worlds goes on where new calls are refused already.
    const last = { ...parts, database: open };
    const host = {
      env,
      derive: recordedOn(last),
      installation: {
        id: INSTALLATION,
        derive: <Value>(work: (derived: Derived) => Promise<Value>) => derive(last, INSTALLATION, work),
      },
    };
    for (const world of registry.running()) {
      await world.close(host).catch((error) => {
        log.error({ world: world.name, cause: String(error) }, "a world could not finish its writing");
      });
    }
    watcher.close();
    await search.close();
    const embedder = await model?.catch(() => undefined);
    if (embedder !== undefined && "close" in embedder) await embedder.close();
    const opened = await opening?.catch(() => undefined);
    if (opened === undefined) return;
    await files
      .close(opened)
      .catch((error) => log.error({ cause: String(error) }, "the journal of files was not cleared"));
    await witness.close();
    await opened.close();
  }

  return {
    parts,
    links,
    registry,
    keysFolder,
    sharedFolders: roots,
    governance,
    worlds: registry.worlds,
    installation,
    background,
    async server(name) {
      const bound = await registry.open(name);
      if (bound !== undefined) return bound;
      throw new KernelError("not_found", `There is no server ${JSON.stringify(name.slice(0, 60))}`, {
        servers: [...registry.names.keys()].sort(),
      });
    },
    call: (request) => call(parts, request),
    ...proofs,
    replay: async (onProgress) =>
      replay(await database(), await registry.worlds(), [governanceEntries], env, onProgress ?? (() => {})),
    derive: recordedOn(parts),
    reindex,
    async distribute() {
      const engine = await database();
      await search.prepare(engine);
      return engine.distribute();
    },
    async stateRoot() {
      const all = await registry.worlds();
      return (await database()).read(EVERY_TENANT, (sql) => stateRoot(sql, all));
    },
    copyFrom: async (source, options) => copyTables(await source.parts.database(), await database(), options),
    finishCopy: async () => finishCopying(await database()),
    async probe() {
      if (!isPresent()) return false;
      await (await database()).probe();
      return true;
    },
    makeVectors: search.poke,
    embedWhatWaits() {
      if (!readOnly) search.goOn(isPresent);
    },
    hurry,
    close() {
      closing = true;
      closed ??= finish();
      return closed;
    },
  };
}

async function servesNoFiles(): Promise<string> {
  throw new KernelError("storage_unavailable", "This process serves no files, so there is nothing to link to");
}

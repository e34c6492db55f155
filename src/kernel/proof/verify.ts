import { join } from "node:path";
import type { NamedBlob, OwnedBlob } from "../blob.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { type Event, REFUSED } from "../event.ts";
import {
  allHeads,
  broughtOverAt,
  compareTable,
  eventsOfKinds,
  everyTenant,
  findingOf,
  type openRebuild,
  scrubsDue,
} from "../events/index.ts";
import { EVERY_TENANT } from "../installation.ts";
import type { IndexedDocuments } from "../search.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import type { Derivation, Finding, InspectHost, WorldCode } from "../world.ts";
import { type AnyCheckpoint, claimedKey, refuseUnsigned } from "./checkpoint.ts";
import { currentKey, ownKeys, pinKey, pinnedKey, trustedKeys } from "./checkpoint-keys.ts";
import { type FileText, type Heads, headsIn, readText, writeHeads } from "./signed-heads.ts";
import { type BadEntry, type LogReport, verifyLog } from "./verify-log.ts";
import { againstHead, entriesSeen, isLost, WITNESS_FILE, WITNESS_FORMAT } from "./witness.ts";

const VERIFIED_FILE = "verified.json";
const VERIFIED_FORMAT = "bailiwick-verified-1";

/** So many words are worth it. */
const REMARKS_MAX = 50;
/** Of many that are wrong so many are named: the first ones tell where to look. */
const FINDINGS_MAX = 20;

/** What was cut off the end of a log before it was noticed cannot be told any more, so a full look begins a new one. */
const WITNESS_LOST: Finding = {
  what: `file ${WITNESS_FILE}`,
  reason: "it is gone, so entries may be missing at the end: compare with a checkpoint",
};

export interface VerifiedWorld extends Pick<WorldCode<unknown, unknown>, "check"> {
  readonly name: string;
  readonly servers: readonly { readonly name: string }[];
  readonly follows: readonly Derivation[];
  inspect(host: InspectHost): AsyncIterable<Finding>;
}

/** What verification needs of the rest of the kernel. */
export interface VerifyParts {
  readonly folder: string;
  readonly keysFolder: string;
  readonly env: Env;
  readonly readOnly: boolean;
  readonly worlds: readonly VerifiedWorld[];
  /** Checks the blobs that entries name; all of them, or those of some entries. */
  blobs(sql: Sql, named: readonly OwnedBlob[], full: boolean): Promise<BlobReport>;
  blobsOf(event: Event): readonly NamedBlob[];
  openBlobs: InspectHost["blobs"];
  indexOf(sql: Sql, tenant: string): IndexedDocuments;
  /** The worlds as the log gives them, beside the live ones, with their index. */
  rebuild(): Promise<Rebuilt>;
}

export interface BlobReport {
  readonly checked: number;
  readonly findings: readonly Finding[];
  /** What is no damage and worth a word. */
  readonly remarks: readonly string[];
}

interface Rebuilt extends Pick<Awaited<ReturnType<typeof openRebuild>>, "scratch" | "step" | "close"> {
  /** What is wrong with the live index, beside the one that was rebuilt. */
  checkIndex(live: Sql, expected: Sql): AsyncIterable<Finding>;
}

export interface VerifyOptions {
  /** Everything, not only what changed since the last verification. A checkpoint is compared with everything. */
  readonly full?: boolean | undefined;
  readonly checkpoint?: AnyCheckpoint | undefined;
  /** The public key that checkpoints are believed by, instead of this folder's. */
  readonly key?: string | undefined;
  readonly progress?: InspectHost["progress"] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What `verify` looked at and found. */
export interface Verification extends LogReport {
  readonly full: boolean;
  /** Damage the engine itself reports. */
  readonly damage: readonly string[];
  /** Everything else that is not what it should be. */
  readonly findings: readonly Finding[];
  readonly blobs: number;
  /** What could not be looked at, and what is worth a word. */
  readonly remarks: readonly string[];
}

/** Looks at what changed since the last time, or at everything, on one snapshot. Nothing is written but what was found good. */
export async function verify(database: Database, parts: VerifyParts, options: VerifyOptions): Promise<Verification> {
  const full = options.full === true || options.checkpoint !== undefined;
  const signal = options.signal ?? new AbortController().signal;
  const progress = options.progress ?? (() => {});
  const remarks: string[] = [];
  const findings: Finding[] = [];
  const damage = full ? await damageOf(database) : [];
  // Before the log is looked at: what they have seen must be in it then.
  const seen = {
    witness: await readText(join(parts.folder, WITNESS_FILE)),
    verified: await readText(join(parts.folder, VERIFIED_FILE)),
  };
  const looking = database.read(EVERY_TENANT, async (sql) => {
    if (options.checkpoint !== undefined) await believe(sql, parts, options.checkpoint, options.key, remarks);
    const verified = full ? undefined : await verifiedBefore(sql, parts, seen.verified, findings);
    const named: OwnedBlob[] = [];
    const total = [...(await allHeads(sql)).values()].reduce((sum, { seq }) => sum + seq, 0);
    let done = 0;
    const log = await verifyLog(sql, {
      checkpoint: options.checkpoint,
      ...(verified !== undefined && { verified }),
      signal,
      async onEntries(entries) {
        for (const event of entries) {
          for (const blob of parts.blobsOf(event)) named.push({ tenant: event.tenant, ...blob });
          // What was refused left nothing to compare.
          const isDone = event.kind !== REFUSED;
          const finding = full || !isDone ? undefined : await worldOf(parts, event)?.check?.(event, sql);
          if (finding !== undefined && findings.length < FINDINGS_MAX) findings.push(finding);
        }
        done += entries.length;
        progress(done, total, "entries checked");
      },
    });
    const bad =
      log.bad ??
      (await againstWitness(sql, parts, seen.witness, findings, remarks)) ??
      (full ? await againstVerified(sql, parts, seen.verified) : undefined);
    // Before all that follows from them. Of a log that is not sound it is not known what it names besides.
    const blobs = await parts.blobs(sql, named, full && bad === undefined);
    findings.push(...blobs.findings);
    remarks.push(...blobs.remarks);
    const areFilesWhole = blobs.findings.length === 0;
    if (full && bad === undefined)
      await compareAll(sql, parts, { findings, remarks, progress, signal, total, areFilesWhole });
    else if (full) remarks.push("tables, index and quotes were not compared: the log itself is not sound");
    if (full && !areFilesWhole) remarks.push("the index was not compared: what it should hold stands in those blobs");
    for (const { tenant_id, seq } of await scrubsDue(sql)) {
      const what = `what entry ${seq} of tenant ${tenant_id} erased`;
      remarks.push(`${what} may still be in the database's files: run \`bailiwick erase --finish\``);
    }
    const good = bad === undefined && damage.length === 0 && findings.every((finding) => finding === WITNESS_LOST);
    if (good && (full || findings.length === 0) && !parts.readOnly) {
      await noteHeads(sql, parts, VERIFIED_FILE, VERIFIED_FORMAT);
      if (findings.length > 0) await noteHeads(sql, parts, WITNESS_FILE, WITNESS_FORMAT);
    }
    return { ...log, bad, blobs: blobs.checked };
  });
  const report = await looking.catch((error) => {
    // What the engine says is damaged need not be readable as well.
    if (damage.length === 0 || !(error instanceof KernelError) || error.code !== "storage_corrupt") throw error;
    return NOTHING_LOOKED_AT;
  });
  return { ...report, full, damage, findings: findings.slice(0, FINDINGS_MAX), remarks };
}

/** What is damaged enough cannot even be checked. */
async function damageOf(database: Database): Promise<readonly string[]> {
  return database.check().catch((error) => {
    if (!(error instanceof KernelError) || error.code !== "storage_corrupt") throw error;
    return [`${error.message}: ${JSON.stringify(error.details)}`];
  });
}

const NOTHING_LOOKED_AT = { entries: 0, checked: 0, tenants: 0, bad: undefined, blobs: 0 };

function worldOf({ worlds }: VerifyParts, event: Event): VerifiedWorld | undefined {
  return worlds.find(({ servers }) => servers.some(({ name }) => name === event.server));
}

/** Refuses a checkpoint that is not signed by who is trusted; where nobody is yet, its signer is from now on. */
async function believe(
  sql: Sql,
  { keysFolder, env, readOnly }: VerifyParts,
  checkpoint: AnyCheckpoint,
  given: string | undefined,
  remarks: string[],
): Promise<void> {
  const pinned = (await pinnedKey(keysFolder, given)) ?? { key: claimedKey(checkpoint), from: "first" };
  refuseUnsigned(checkpoint, await trustedKeys(sql, pinned.key));
  if (pinned.from !== "first") return;
  if (readOnly) {
    throw new KernelError(
      "checkpoint_invalid",
      "No key is known here to believe the checkpoint by: give it with --key",
    );
  }
  await pinKey(keysFolder, pinned.key, env);
  remarks.push("this is the first checkpoint seen here: its key is trusted from now on");
}

async function verifiedBefore(
  sql: Sql,
  { keysFolder }: VerifyParts,
  seen: FileText,
  findings: Finding[],
): Promise<ReadonlyMap<string, { seq: number; hash: string }> | undefined> {
  const read = headsIn(seen, VERIFIED_FORMAT, await ownKeys(sql, keysFolder));
  if (!("problem" in read)) return read.heads;
  findings.push({ what: `file ${VERIFIED_FILE}`, reason: `${read.problem}: run \`bailiwick verify --full\`` });
  return undefined;
}

async function noteHeads(
  sql: Sql,
  { folder, keysFolder, env }: VerifyParts,
  file: string,
  format: string,
): Promise<void> {
  const key = await currentKey(sql, env, keysFolder);
  await writeHeads(join(folder, file), format, await allHeads(sql), key, env.id());
}

/** An earlier verification is a witness too. One that is not believed is not needed: everything is looked at, and it is made anew. */
async function againstVerified(sql: Sql, { keysFolder }: VerifyParts, seen: FileText): Promise<BadEntry | undefined> {
  const read = headsIn(seen, VERIFIED_FORMAT, await ownKeys(sql, keysFolder));
  if ("problem" in read) return undefined;
  return firstWrong(sql, read.heads, "an earlier verification");
}

async function firstWrong(sql: Sql, heads: Heads | undefined, who: string): Promise<BadEntry | undefined> {
  for (const [tenant, head] of heads ?? []) {
    const bad = await againstHead(sql, tenant, head, who);
    if (bad !== undefined) return bad;
  }
  return undefined;
}

async function againstWitness(
  sql: Sql,
  { folder, keysFolder }: VerifyParts,
  seen: FileText,
  findings: Finding[],
  remarks: string[],
): Promise<BadEntry | undefined> {
  const read = headsIn(seen, WITNESS_FORMAT, await ownKeys(sql, keysFolder));
  if ("problem" in read) {
    findings.push({ what: `file ${WITNESS_FILE}`, reason: read.problem });
    return undefined;
  }
  if (read.heads === undefined) {
    if (await isLost(sql, folder, keysFolder)) findings.push(WITNESS_LOST);
    else remarks.push("there is no witness: whether the log was cut short cannot be told");
  }
  return firstWrong(sql, read.heads, "the witness");
}

interface Looking {
  readonly remarks: string[];
  readonly findings: Finding[];
  readonly progress: InspectHost["progress"];
  readonly signal: AbortSignal;
  /** How many entries there are. */
  readonly total: number;
  /** Whether what is indexed of files can be made again. */
  readonly areFilesWhole: boolean;
}

/** Tables and index beside what the log gives, then what only the worlds can judge. */
async function compareAll(
  sql: Sql,
  parts: VerifyParts,
  { findings, remarks, progress, signal, total, areFilesWhole }: Looking,
): Promise<void> {
  const tenants = await everyTenant(sql);
  const rebuilt = await parts.rebuild();
  const take = async (found: AsyncIterable<Finding>) => {
    for await (const finding of found) {
      if (finding.isNote) {
        if (remarks.length < REMARKS_MAX) remarks.push(`${finding.what}: ${finding.reason}`);
      } else if (findings.push(finding) >= FINDINGS_MAX) break;
      if (signal.aborted) break;
    }
  };
  try {
    let done = 0;
    for (const tenant of tenants) {
      for (let more = 1; more > 0; done += more) {
        more = await rebuilt.step(sql, tenant);
        progress(done, total, "entries replayed");
      }
    }
    await rebuilt.scratch.read(EVERY_TENANT, async (expected) => {
      for (const { follows } of parts.worlds) {
        for (const derivation of follows) {
          progress(total, total, `comparing ${derivation.table}`);
          await take(findingsOf(sql, expected, derivation));
        }
      }
      if (areFilesWhole) await take(rebuilt.checkIndex(sql, expected));
    });
  } finally {
    await rebuilt.close();
  }
  for (const world of parts.worlds) {
    const index = (tenant: string) => parts.indexOf(sql, tenant);
    const { env, openBlobs: blobs } = parts;
    const isBroughtOver = async (tenant: string) => (await broughtOverAt(sql, tenant)) > 0;
    const entries = (server: string, kinds: readonly string[]) => entriesOf(sql, tenants, server, kinds);
    await take(world.inspect({ sql, env, tenants, blobs, index, entries, isBroughtOver, progress, signal }));
  }
}

/** Of every tenant's log, in the order of their times: what belongs to all is changed by whoever comes. */
async function entriesOf(
  sql: Sql,
  tenants: readonly string[],
  server: string,
  kinds: readonly string[],
): Promise<readonly Event[]> {
  const found: Event[] = [];
  for (const tenant of tenants) found.push(...(await eventsOfKinds(sql, tenant, server, kinds)));
  return found.sort((a, b) => a.at - b.at || a.seq - b.seq);
}

async function* findingsOf(live: Sql, expected: Sql, derivation: Derivation): AsyncIterable<Finding> {
  for await (const difference of compareTable(live, expected, derivation)) yield findingOf(difference);
}

/** What is found where no database can be opened: nothing, that there was one, or that it is damaged. */
export async function verifyMissing(folder: string, missing: unknown): Promise<Verification> {
  const seen = await entriesSeen(folder);
  if (!(missing instanceof KernelError)) throw missing;
  const { sqlite } = missing.details;
  // What else is amiss is said by the failure itself: which table or migration it lacks.
  const isDamaged = missing.code === "storage_corrupt" && /^SQLITE_(CORRUPT|NOTADB)/.test(String(sqlite));
  if (!isDamaged && (seen === 0 || missing.code !== "storage_missing")) throw missing;
  const what = isDamaged ? `is too damaged to be opened (${sqlite})` : "is gone";
  const damage = [`the database ${what}: the witness beside it saw ${seen} entries`];
  return { ...NOTHING_LOOKED_AT, full: false, damage, findings: [], remarks: [] };
}

import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

// npm leaves packages of other platforms out of the lock when the registry it talks to does not have them.
// `npm ci` refuses such a lock, and people on those platforms would miss their binaries. What is added is sealed like
// everything else wherever the registry has the package, so that nobody can put another one in its place.

interface LockEntry {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  engines?: { node?: string };
  optionalDependencies?: Record<string, string>;
}

export interface Lock {
  packages: Record<string, LockEntry>;
}

const LOCK_FILE = fileURLToPath(new URL("../package-lock.json", import.meta.url));

const OS = new Map(
  ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"].map((os) => [
    os,
    os,
  ]),
).set("windows", "win32");
const CPU = new Set(["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"]);
const LIBC = new Map([
  ["gnu", "glibc"],
  ["musl", "musl"],
]);

const EXACT_VERSION = /^\d+\.\d+\.\d+\S*$/;

export function readLock(): Lock {
  return JSON.parse(readFileSync(LOCK_FILE, "utf8")) as Lock;
}

/** The locked packages with an address to download from; a link to a workspace is a path in the repository. */
export function listDownloadAddresses(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)
    .map(([key]) => key);
}

/** The optional packages that something locked asks for and that have no entry, by the key each should have. */
export function listMissingEntries(lock: Lock): Map<string, LockEntry> {
  const missing = new Map<string, LockEntry>();
  for (const [parentKey, parent] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      const found = findEntry(lock, parentKey, name);
      if (found === undefined) {
        missing.set(`node_modules/${name}`, describeEntry(name, range, parent));
      } else if (EXACT_VERSION.test(range) && found.version !== range) {
        missing.set(`${parentKey}/node_modules/${name}`, describeEntry(name, range, parent));
      }
    }
  }
  return missing;
}

/** The packages that are not sealed by a hash of their content. What is in the repository needs none. */
export function listUnsealedEntries(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([key, entry]) => key.includes("node_modules/") && entry.link !== true && entry.integrity === undefined)
    .map(([key]) => key);
}

/** Whether a package is for one platform, and so may be absent from a registry that serves another. */
export function isOfOnePlatform({ optional, os, cpu }: LockEntry): boolean {
  return optional === true && (os !== undefined || cpu !== undefined);
}

/** Seals what is not sealed yet with the hashes that the registry has. */
export async function sealLock(
  lock: Lock,
  offered: (name: string, version: string) => Promise<string | undefined>,
): Promise<Lock> {
  const packages = { ...lock.packages };
  for (const key of listUnsealedEntries(lock)) {
    const { version, ...entry } = packages[key] ?? {};
    const name = entry.name ?? key.slice(key.lastIndexOf("node_modules/") + "node_modules/".length);
    const integrity = version && (await offered(name, version));
    // Behind the version, where npm writes it.
    if (version && integrity) packages[key] = { version, integrity, ...entry };
  }
  return { ...lock, packages };
}

async function offeredByRegistry(name: string, version: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)("npm", ["view", `${name}@${version}`, "dist.integrity"]);
    return stdout.trim() || undefined;
  } catch (error) {
    if (/\bE404\b/.test((error as { stderr?: string }).stderr ?? "")) return undefined;
    throw error;
  }
}

/** The oldest Node that `npm ci` may be started with; what runs afterwards runs on the Node that the repository brings. */
const NPM_NODE_MAJOR = 20;

/** The packages that want a newer Node than npm may run on: npm would warn of each, though none is ever run on that. */
export function listNewerEngines(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([key, { engines }]) => key.includes("node_modules/") && wantsNewer(engines?.node))
    .map(([key]) => key);
}

function wantsNewer(range: string | undefined): boolean {
  const lowest = (range ?? "").split("||").map((part) => Number(/\d+/.exec(part)?.[0] ?? 0));
  return lowest.every((major) => major > NPM_NODE_MAJOR);
}

function withoutNewerEngines(lock: Lock): Lock {
  const packages = { ...lock.packages };
  for (const key of listNewerEngines(lock)) {
    const { engines: _, ...entry } = packages[key] ?? {};
    packages[key] = entry;
  }
  return { ...lock, packages };
}

export function completeLock(lock: Lock): Lock {
  let complete = withoutNewerEngines(lock);
  // Two parents may want the same package in two versions: the second pass gives the loser its own place.
  for (let missing = listMissingEntries(complete); missing.size > 0; missing = listMissingEntries(complete)) {
    const packages = Object.entries({ ...complete.packages, ...Object.fromEntries(missing) });
    packages.sort(([a], [b]) => a.localeCompare(b, "en"));
    complete = { ...complete, packages: Object.fromEntries(packages) };
  }
  return complete;
}

/** Looks where Node would look: in the parent's own folder, then in every folder above it. */
function findEntry(lock: Lock, parentKey: string, name: string): LockEntry | undefined {
  for (let folder = parentKey; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const found = lock.packages[folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`];
    if (found !== undefined || folder === "") return found;
  }
}

function toVersion(name: string, range: string): string {
  const version = range.replace(/^[~^]/, "");
  if (!EXACT_VERSION.test(version)) throw new Error(`Cannot tell which version of ${name} fits "${range}"`);
  return version;
}

function describeEntry(name: string, range: string, parent: LockEntry): LockEntry {
  const words = name.split(/[-/]/);
  const os = words.map((word) => OS.get(word)).filter((found) => found !== undefined);
  const cpu = words.filter((word) => CPU.has(word));
  const libc = words.map((word) => LIBC.get(word)).filter((found) => found !== undefined);
  // Without a platform npm would try to install the package everywhere.
  if (os.length === 0 && cpu.length === 0) throw new Error(`Cannot tell from its name which platform ${name} is for`);
  return {
    version: toVersion(name, range),
    ...(cpu.length > 0 && { cpu }),
    ...(parent.dev && { dev: true }),
    ...(parent.devOptional && { devOptional: true }),
    ...(os.includes("linux") && libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

function check(lock: Lock): number {
  const missing = [...listMissingEntries(lock).keys()];
  const addresses = listDownloadAddresses(lock);
  const unsealed = listUnsealedEntries(lock).filter((key) => !isOfOnePlatform(lock.packages[key] ?? {}));
  if (unsealed.length > 0) {
    process.stderr.write(`package-lock.json has ${unsealed.length} packages without a hash, ${unsealed[0]} first.\n`);
    process.stderr.write("Run: npm run complete-lock\n");
  }
  if (missing.length > 0) {
    process.stderr.write(
      `package-lock.json lacks ${missing.length} packages of other platforms, ${missing[0]} first.\n`,
    );
    process.stderr.write("Run: npm run complete-lock\n");
  }
  if (addresses.length > 0) {
    process.stderr.write(`package-lock.json names ${addresses.length} download addresses, of ${addresses[0]} first.\n`);
    process.stderr.write("Install again with omit-lockfile-registry-resolved=true, as .npmrc has it.\n");
  }
  return missing.length + addresses.length + unsealed.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  const unknown = process.argv.slice(2).filter((argument) => argument !== "--check");
  if (unknown.length > 0) {
    process.stderr.write(`Unknown argument ${unknown[0]}; there is only --check.\n`);
    process.exitCode = 2;
  } else if (process.argv.includes("--check")) {
    process.exitCode = check(readLock());
  } else {
    const lock = readLock();
    const added = listMissingEntries(lock).size;
    const complete = await sealLock(completeLock(lock), offeredByRegistry);
    const before = listUnsealedEntries(lock).length;
    const left = listUnsealedEntries(complete).length;
    if (added > 0 || left < before) writeFileSync(LOCK_FILE, `${JSON.stringify(complete, null, 2)}\n`);
    process.stdout.write(`package-lock.json is complete; ${added} packages of other platforms added.\n`);
    if (left > 0) process.stdout.write(`${left} packages of other platforms have no hash: this registry lacks them.\n`);
    process.exitCode = check(complete);
  }
}

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const runFile = promisify(execFile);

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const IS_ROOT = process.getuid?.() === 0;
const DEBIAN_CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.conf";
/** Debian asks this program whether a package just installed may start its service; 101 says no. */
const DEBIAN_SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/** Some programs lie where only root's path leads. */
const folders = () => [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];

/** Where the first of these programs lies that this machine has. */
export function findProgram(...names: string[]): string | undefined {
  return names.flatMap((name) => folders().map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Programs that suites are run with, beside what npm brings: each with the Debian package it comes in. */
const NEEDED = [
  { package: "chromium", find: () => findChromium() },
  { package: "pgbouncer", find: () => findProgram("pgbouncer") },
  { package: "strace", find: () => findProgram("strace") },
];

export const findChromium = () => findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

/** Installs what suites need and this machine has not, where that is allowed. Answers with a line for each still missing. */
export async function installNeeded(): Promise<string[]> {
  const missing = () => NEEDED.filter(({ find }) => find() === undefined).map((needed) => needed.package);
  const wanted = missing();
  const failed = wanted.length > 0 ? await installPackages(wanted) : undefined;
  return missing().map((name) => `install the package "${name}"${failed === undefined ? "" : `; ${failed}`}`);
}

/** Installs Debian packages without starting anything of theirs. Answers with why it could not. */
export async function installPackages(names: readonly string[]): Promise<string | undefined> {
  if (!IS_ROOT || !existsSync("/usr/bin/apt-get")) return "apt-get is there for root on Debian or Ubuntu only";
  // Without this Debian makes a system-wide database server, and starts it at every boot.
  if (!existsSync(DEBIAN_CLUSTER_SETTINGS)) {
    await mkdir(dirname(DEBIAN_CLUSTER_SETTINGS), { recursive: true });
    await writeFile(DEBIAN_CLUSTER_SETTINGS, "create_main_cluster = false\n");
  }
  const ownPolicy = !existsSync(DEBIAN_SERVICE_POLICY);
  if (ownPolicy) await writeFile(DEBIAN_SERVICE_POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    await runApt("update");
    await runApt("install", "--yes", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", ...names);
  } catch (error) {
    return `apt-get could not: ${error instanceof Error ? error.message : error}`;
  } finally {
    if (ownPolicy) await rm(DEBIAN_SERVICE_POLICY);
  }
  return undefined;
}

async function runApt(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runFile("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=120", ...args], { env, timeout: INSTALL_TIMEOUT_MS });
}

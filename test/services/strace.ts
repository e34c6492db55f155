import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const runFile = promisify(execFile);

const INSTALL_TIMEOUT_MS = 5 * 60_000;
const IS_ROOT = process.getuid?.() === 0;

/** The path of strace, which lets a test fail a system call under native code; installed where that is allowed. */
export async function findStrace(): Promise<string | { unavailable: string }> {
  const missing = 'strace is not installed; install the package "strace"';
  const found = lookUp();
  if (found !== undefined) return found;
  if (!IS_ROOT || !existsSync("/usr/bin/apt-get")) return { unavailable: missing };
  try {
    await runApt("update");
    await runApt("install", "--yes", "--no-install-recommends", "strace");
  } catch (error) {
    return { unavailable: `${missing}; apt-get could not: ${error instanceof Error ? error.message : error}` };
  }
  return lookUp() ?? { unavailable: missing };
}

function lookUp(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "strace")).find((path) => existsSync(path));
}

async function runApt(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runFile("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=120", ...args], { env, timeout: INSTALL_TIMEOUT_MS });
}

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { audit } from "./audit.ts";
import { type CallEnd, type ServerProcess, startCrashMain, startProduct } from "./server-process.ts";
import { cannotRun, traceSyncs } from "./syscalls.ts";

const KIB = 1024;

/** A disk of its own, so small that it fills in no time. */
function smallDisk(context: TestContext, kib: number): string {
  if (process.getuid?.() !== 0 || process.platform !== "linux") {
    return cannotRun(context, "a small disk can only be mounted by root on Linux");
  }
  const folder = join(temporaryFolder(), "disk");
  mkdirSync(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kib}k`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    return cannotRun(context, `mount is not allowed here: ${error instanceof Error ? error.message : error}`);
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

/** Room that can be given back later. */
function occupy(disk: string, kib: number): () => void {
  const file = join(disk, "occupied");
  writeFileSync(file, Buffer.alloc(kib * KIB));
  return () => rmSync(file);
}

async function started(server: ServerProcess): Promise<ServerProcess> {
  expect(await server.initialize()).toMatchObject({ value: { protocolVersion: "2025-11-25" } });
  return server;
}

const failures = (ends: readonly CallEnd[]): string[] => ends.flatMap(({ failed, died }) => failed ?? (died ? ["died"] : []));

async function expectKept(folder: string, server: ServerProcess, name = "conformance"): Promise<void> {
  const { entries, lost, corrupt } = await audit(folder, name, server.acks);
  expect({ entries, lost, corrupt }).toEqual({ entries: server.acks.length, lost: [], corrupt: [] });
}

test.each([1, 20])("on a full disk, with %i writes in flight, it refuses, keeps what it acknowledged and goes on once there is room", async (inFlight, ...[context]: unknown[]) => {
  void context;
  void inFlight;
});

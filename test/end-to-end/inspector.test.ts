import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/kernel/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { CLEAN_ENVIRONMENT, DOOR, startServe } from "../kit/processes.ts";

const INSPECTOR = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js", import.meta.url),
);

/** Runs the inspector as a person would, without touching its catalogue of this machine. */
async function inspect(target: readonly string[], ...args: string[]) {
  const child = spawn(process.execPath, [INSPECTOR, "--cli", ...target, "--format", "json", ...args], {
    env: { ...CLEAN_ENVIRONMENT, HOME: temporaryFolder() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stderr, result: stdout === "" ? undefined : JSON.parse(stdout).result };
}

async function targetOver(transport: string): Promise<string[]> {
  const data = temporaryFolder();
  if (transport === "stdio") return [process.execPath, DOOR, "mcp", "conformance", "--data", data];
  return [`${(await startServe(["--servers", "conformance", "--data", data])).url}/conformance/mcp`];
}

describe.each(["stdio", "HTTP"])("over %s", (transport) => {
  test.for(["legacy", "modern"])("the inspector of the %s era lists with no fault and calls", async (era) => {
    const target = await targetOver(transport);
    const inEra = ["--protocol-era", era];
    const write = ["--method", "tools/call", "--tool-name", "test_write", "--tool-arg", "text=hello"];

    const [listed, called] = await Promise.all([
      inspect(target, ...inEra, "--method", "tools/list", "--strict"),
      inspect(target, ...inEra, "-q", ...write),
    ]);

    expect(listed).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error") });
    expect(listed.result.tools).toHaveLength(30);
    expect(called).toMatchObject({
      code: 0,
      result: { structuredContent: { event_id: expect.any(String), seq: 1, id: sha256("hello") } },
    });
  });
});

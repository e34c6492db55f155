import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { secretFile } from "./secret-file.ts";

test("of many who need it at once one makes it, all get the same, and nothing else is left", async () => {
  const folder = join(temporaryFolder(), "keys");
  const env = createSimulatedEnv("secret");
  const got = await Promise.all(
    Array.from({ length: 20 }, () => secretFile(join(folder, "a.key"), () => env.randomBytes(32), env)),
  );
  expect(new Set(got.map((key) => key.toString("hex"))).size).toBe(1);
  expect(readdirSync(folder)).toEqual(["a.key"]);
  expect(statSync(join(folder, "a.key")).mode & 0o777).toBe(0o600);
});

test("what is there is kept, and a file that cannot be read is an error, never replaced", async () => {
  const folder = temporaryFolder();
  const env = createSimulatedEnv("secret");
  const first = await secretFile(join(folder, "a.key"), () => Buffer.from("first"), env);
  expect(await secretFile(join(folder, "a.key"), () => Buffer.from("second"), env)).toEqual(first);
  await expect(secretFile(folder, () => Buffer.from("x"), env)).rejects.toThrow("EISDIR");
});

import { createPublicKey, sign, verify } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { readSigningKey, signingKey } from "./signing-key.ts";

test("a signing key is kept as PEM, read again by the next process, and signs", async () => {
  const file = join(temporaryFolder(), "keys", "signing.pem");

  const made = await signingKey(file, createSimulatedEnv("one"));
  const read = await signingKey(file, createSimulatedEnv("another"));

  expect(await readFile(file, "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----\n.+\n-----END PRIVATE KEY-----\n$/s);
  expect(made.asymmetricKeyType).toBe("ed25519");
  expect(read.equals(made)).toBe(true);
  const text = Buffer.from("what is signed");
  expect(verify(null, text, createPublicKey(read), sign(null, text, made))).toBe(true);
});

test("the same Env makes the same key, another one another key", async () => {
  const keyOf = async (seed: string) => signingKey(join(temporaryFolder(), "signing.pem"), createSimulatedEnv(seed));

  const [first, again, other] = [await keyOf("a"), await keyOf("a"), await keyOf("b")];

  expect(again.equals(first)).toBe(true);
  expect(other.equals(first)).toBe(false);
});

test("a key that cannot be read is named, and never replaced", async () => {
  const folder = temporaryFolder();
  const broken = join(folder, "signing.pem");
  await writeFile(broken, "");
  const told = { code: "key_unknown", details: { file: "keys/signing.pem" } };
  for (const file of [broken, join(broken, "signing.pem")]) {
    await expect(readSigningKey(file)).rejects.toMatchObject(told);
    await expect(signingKey(file, createSimulatedEnv("one"))).rejects.toMatchObject(told);
  }
  expect(await readFile(broken, "utf8")).toBe("");
});

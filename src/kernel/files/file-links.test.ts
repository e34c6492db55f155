import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { createFileLinks } from "./index.ts";

const HASH = "a".repeat(64);
const FILE = {
  tenant: "ada@example.com",
  path: `00000000-0000-4000-8000-000000000000/${HASH}`,
  mimeType: "text/plain",
  name: "a & b.txt",
};

function setup(keysFolder = temporaryFolder(), chance = "links") {
  const env = createSimulatedEnv(chance);
  return { env, keysFolder, links: createFileLinks({ keysFolder, env, base: async () => "http://127.0.0.1:1" }) };
}

async function parts(url: string) {
  const { pathname, searchParams } = new URL(url);
  return { path: pathname.slice("/files/".length), searchParams };
}

test("a signed link opens its file until it expires", async () => {
  const { env, links } = setup();
  const { path, searchParams } = await parts(await links.sign(FILE, env.now() + 1000));
  expect(await links.check(path, searchParams)).toEqual({ ...FILE, sha256: HASH });
  await env.sleep(1000);
  await expect(links.check(path, searchParams)).rejects.toMatchObject({ code: "forbidden" });
});

test("a link that a clock ten years ahead made is not good for ten years", async () => {
  const { env, links } = setup();
  const tenYearsMs = 10 * 365 * 24 * 60 * 60_000;
  const { path, searchParams } = await parts(await links.sign(FILE, env.now() + tenYearsMs));
  await expect(links.check(path, searchParams)).rejects.toMatchObject({ code: "forbidden" });
});

test("a link made by one process is good at another of the same folder, and worthless with another key", async () => {
  const { env, links, keysFolder } = setup();
  const { path, searchParams } = await parts(await links.sign(FILE, env.now() + 1000));
  expect(await setup(keysFolder).links.check(path, searchParams)).toMatchObject({ sha256: HASH });
  const stranger = setup(temporaryFolder(), "another key");
  await expect(stranger.links.check(path, searchParams)).rejects.toMatchObject({ code: "forbidden" });
});

test.each(["expires", "type", "name", "owner", "signature"])(
  "a link whose %s was changed or taken out is refused",
  async (key) => {
    const { env, links } = setup();
    const { path, searchParams } = await parts(await links.sign(FILE, env.now() + 1000));
    const changed = new URLSearchParams(searchParams);
    changed.set(key, key === "expires" ? String(env.now() + 9999) : "x");
    await expect(links.check(path, changed)).rejects.toMatchObject({ code: "forbidden" });
    changed.delete(key);
    await expect(links.check(path, changed)).rejects.toMatchObject({ code: "forbidden" });
  },
);

test("a link for another path is refused", async () => {
  const { env, links } = setup();
  const { searchParams } = await parts(await links.sign(FILE, env.now() + 1000));
  for (const path of [`00000000-0000-4000-8000-000000000000/${"b".repeat(64)}`, "../keys/x", ""]) {
    await expect(links.check(path, searchParams)).rejects.toMatchObject({ code: "forbidden" });
  }
});

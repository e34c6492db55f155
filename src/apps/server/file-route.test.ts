import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { openTestKernel } from "../../../test/kit/kernel.ts";
import { writeWithFiles } from "../../kernel/files/index.ts";
import { query } from "../../kernel/query.ts";
import { startHttpServer } from "./index.ts";

const USER = "00000000-0000-4000-8000-000000000000";

async function setup() {
  let base = "";
  const kernel = await openTestKernel({ filesBase: async () => base });
  const server = await startHttpServer({
    kernel,
    servers: [],
    page: false,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
  });
  onTestFinished(() => server.close());
  base = server.url;
  const { sha256 } = await kernel.derive(({ blobs }) => blobs.put(Readable.from(["<script>alert(1)</script>"])));
  const sign = (name: string | null = "résumé (1).html", tenant = "local") =>
    kernel.links.sign(
      { tenant, path: `${USER}/${sha256}`, mimeType: "text/html", name },
      kernel.parts.env.now() + 60_000,
    );
  return { kernel, sha256, sign, base: () => base };
}

test("a signed link gives the file, to be saved and never to be run", async () => {
  const { sign } = await setup();
  const answer = await fetch(await sign());
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("<script>alert(1)</script>");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/html",
    "content-disposition": "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9%20%281%29.html",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  const head = await fetch(await sign(), { method: "HEAD" });
  expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: "" });
});

test("a part of a file is not given out by itself, and to ask for one gives the whole", async () => {
  const { sign } = await setup();
  const answer = await fetch(await sign(), { headers: { range: "bytes=0-3" } });
  expect([answer.status, answer.headers.get("accept-ranges"), await answer.text()]).toEqual([
    200,
    "none",
    "<script>alert(1)</script>",
  ]);
});

test("a link that was revoked opens nothing, and the log says that it was", async () => {
  const { kernel, sign, sha256 } = await setup();
  const link = await sign();
  expect((await fetch(link)).status).toBe(200);
  await kernel.revokeLinks("local", sha256);
  expect((await fetch(link)).status).toBe(403);
  expect((await fetch(link, { method: "HEAD" })).status).toBe(403);
  const last = await (await kernel.parts.database()).read("local", (sql) =>
    sql.first<{ kind: string }>(query`select kind from event where tenant_id = 'local' order by seq desc limit 1`),
  );
  expect(last).toEqual({ kind: "links.revoked" });
  expect(await kernel.verify()).toMatchObject({ findings: [] });
});

test("an edited link, another method and a file that is not there are refused", async () => {
  const { sign, base } = await setup();
  const link = await sign();
  expect((await fetch(`${link}0`)).status).toBe(403);
  expect((await fetch(link.replace("/files/", "/files/../files/x"))).status).toBe(403);
  expect((await fetch(link, { method: "POST" })).status).toBe(405);
  expect((await fetch(`${base()}/files/`)).status).toBe(403);
});

test("a link opens the file of the tenant it was made for, and never another's of the same content", async () => {
  const { kernel, sha256, sign } = await setup();
  expect((await fetch(await sign(null, "ada@example.com"))).status).toBe(404);
  const link = await sign(null);
  expect((await fetch(link)).status).toBe(200);
  // Whose it is cannot be read from it, nor put in from another link.
  expect(link).not.toContain("local");
  const mixed = new URL(await sign(null, "ada@example.com"));
  mixed.searchParams.set("owner", new URL(link).searchParams.get("owner") ?? "");
  expect((await fetch(mixed)).status).toBe(403);

  const { files, database } = kernel.parts;
  const staged = files.stage("local");
  await writeWithFiles(await database(), "local", staged, () => staged.removeBlob(sha256));
  expect((await fetch(link)).status).toBe(404);
});

import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { runCli, type StdioPeer, startServe, startStdio } from "../kit/processes.ts";
import { HttpPeer, send } from "./raw-http.ts";

/** A data folder with one good and one bad instruction, and a gate. */
function dataFolder(): string {
  const data = temporaryFolder();
  mkdirSync(join(data, "instructions"));
  const put = (name: string, value: unknown) =>
    writeFileSync(join(data, "instructions", name), typeof value === "string" ? value : JSON.stringify(value));
  put("alpha.json", {
    id: "alpha",
    title: "<b>Alpha</b>",
    body: "Body of alpha",
    priority: 10,
    audience: "all",
    requirement: "mandatory",
    categories: ["style"],
    createdAt: "2020-01-01T00:00:00.000Z",
    updatedAt: "2020-01-01T00:00:00.000Z",
    nextReviewDue: "2020-02-01T00:00:00.000Z",
    lastReviewedAt: "2020-01-01T00:00:00.000Z",
  });
  put("broken.json", "{");
  put("gates.json", { gates: [{ id: "mandatory", where: { requirement: "mandatory" }, op: ">=", value: 1 }] });
  return data;
}

const pageOf = (peer: StdioPeer) => peer.says(/dashboard: (http:\S+)\//);

/** Opens the link once, as a person does, and answers with the cookie that the browser keeps. */
async function openLink(link: string): Promise<{ cookie: string }> {
  const { status, headers } = await get(link);
  expect([status, headers.location]).toEqual([303, "/"]);
  return { cookie: String(headers["set-cookie"]).split(";")[0] ?? "" };
}

const get = (url: string, headers = {}) => send(url, { method: "GET", headers });

test("mcp --dashboard shows page, tools and state beside stdio, and ends with the process", async () => {
  const peer = startStdio("instructions", ["--data", dataFolder(), "--dashboard", "--dashboard-port=0"]);
  const url = await pageOf(peer);
  const link = await peer.says(/dashboard: (http:\S+)/);
  const cookie = await openLink(link);

  const [page, tools, state, stranger, again] = await Promise.all([
    get(`${url}/`),
    get(`${url}/tools.json`),
    get(`${url}/api/instructions.json`, cookie),
    get(`${url}/api/instructions.json`),
    get(link),
  ]);
  expect([stranger.status, again.status], "without the cookie, and with a link that was used").toEqual([401, 401]);
  expect(again.headers["content-type"], "a person reads it").toBe("text/html; charset=utf-8");
  expect((await get(link, cookie)).status, "the browser that used it").toBe(303);

  expect(page).toMatchObject({ status: 200, headers: { "content-type": "text/html; charset=utf-8" } });
  expect(page.text).toContain("<!doctype html>");
  expect(JSON.parse(tools.text)).toMatchObject({ servers: [{ name: "instructions" }], mcpUrl: null });
  expect(JSON.parse(state.text)).toMatchObject({
    catalog: {
      count: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      items: [
        {
          id: "alpha",
          title: "<b>Alpha</b>",
          priorityTier: "P1",
          status: "approved",
          owner: "unowned",
          categories: ["style"],
          nextReviewDue: "2020-02-01T00:00:00.000Z",
        },
      ],
    },
    governance: { count: 1, governanceHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    health: { skipped: [{ file: "broken.json", reason: expect.any(String) }] },
    gates: { results: [{ id: "mandatory", passed: true, count: 1 }] },
    hotset: { featureDisabled: true },
    tools: { dynamic: { mutationEnabled: false } },
  });
  expect(state.text).not.toContain("Body of alpha");
  expect((await peer.request("tools/list")).result.tools.length).toBeGreaterThan(0);
  expect(await peer.end()).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test("a taken port is passed over, and a foreign name is refused", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as { port: number };
  const peer = startStdio("conformance", ["--data", temporaryFolder(), `--dashboard-port=${port}`]);
  const url = await pageOf(peer);

  expect(Number(new URL(url).port)).toBeGreaterThan(port);
  const statuses = await Promise.all(
    [{ host: "evil.example" }, { origin: "http://evil.example" }, {}].map((headers) =>
      get(`${url}/tools.json`, headers),
    ),
  );
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 200]);
});

test("when every port is taken, stdio goes on and stderr says why there is no page", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as { port: number };
  const peer = startStdio("conformance", [
    "--data",
    temporaryFolder(),
    `--dashboard-port=${port}`,
    "--dashboard-tries=0",
  ]);
  await peer.initialize();
  await peer.says(/no dashboard.*\n/);

  expect(peer.stderr).toContain(`bailiwick: no dashboard on 127.0.0.1, ports ${port} to ${port}: listen EADDRINUSE`);
  expect((await peer.request("tools/list")).result.tools.length).toBeGreaterThan(0);
});

test("serve has the page on its own port, not at all, or on a port of its own", async () => {
  const servers = ["--servers", "conformance", "--data", temporaryFolder()];
  const without = await startServe([...servers, "--no-dashboard"]);
  expect([(await get(`${without.url}/`)).status, (await get(`${without.url}/tools.json`)).status]).toEqual([404, 200]);
  expect(without.output()).not.toContain("  open ");

  const apart = await startServe([...servers, "--dashboard-port", "0"]);
  await expect.poll(() => apart.output()).toMatch(/ {2}open {4}\S+/);
  const page = / {2}open {4}(\S+)\//.exec(apart.output())?.[1] ?? "";
  expect(page).not.toBe(apart.url);
  expect([(await get(`${apart.url}/`)).status, (await get(`${page}/`)).status]).toEqual([404, 200]);
  expect(JSON.parse((await get(`${page}/tools.json`)).text)).toMatchObject({ mcpUrl: apart.url });
});

test("a wish that contradicts itself is refused before anything starts", async () => {
  expect(await runCli(["mcp", "conformance", "--no-dashboard", "--dashboard"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "bailiwick: --no-dashboard contradicts the other flags of the dashboard\n",
  });
});

test("the page lists the tools that a client is offered, and no others", async () => {
  const { url } = await startServe(["--servers", "truth", "--data", temporaryFolder()]);
  const agent = new HttpPeer(`${url}/truth/mcp`);
  await agent.initialize();
  const { result } = await agent.request("tools/list");
  const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name).sort();
  const { servers } = JSON.parse((await get(`${url}/tools.json`)).text);

  expect(names(servers[0].tools)).toEqual(names(result.tools));
});

import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { Browser } from "../kit/browser.ts";
import { ENGINES, type Engine, openTestKernel, type TestKernel } from "../kit/kernel.ts";
import { openOAuth, PASSWORD } from "../kit/oauth.ts";
import { serveUsers } from "../kit/serve-users.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";
import { everyServer } from "../kit/worlds.ts";
import { CANARY, fillFor, OWNERS } from "./matrix.ts";

const bound = await everyServer();
const servers = bound.map(({ server }) => server.name);
/** What belongs to the installation is everybody's who may read it. */
const ofUsers = servers.filter((name) => OWNERS[name] === "user");

async function open(engine: Engine) {
  const env = createSimulatedEnv("surfaces");
  const kernel = await openTestKernel({
    engine,
    // Whoever signs in is looked at by the real clock.
    env: { ...env, now: () => Date.now() },
    variables: { MCP_ENABLE_MUTATION: true, INDEX_FEATURES: ["usage"] },
    limits: { budgets: {} },
    embedder: "none",
    filesBase: async () => "http://127.0.0.1:9",
  });
  return { kernel, known: await fillFor(kernel, "ada") };
}

/** What a client sees of a server without calling a tool: its resources, prompts and completions. */
async function seenBy(client: Client, uris: readonly string[] = []) {
  const has = client.getServerCapabilities() ?? {};
  const listed: { uri: string }[] = [];
  const templates = has.resources === undefined ? [] : (await client.listResourceTemplates()).resourceTemplates;
  for (let cursor: string | undefined, first = true; has.resources !== undefined && (first || cursor !== undefined); ) {
    first = false;
    const part = await client.listResources(cursor === undefined ? {} : { cursor });
    listed.push(...part.resources);
    cursor = part.nextCursor;
  }
  const told: Record<string, string> = { listed: JSON.stringify(listed), templates: JSON.stringify(templates) };
  const answerOf = async (asked: Promise<unknown>) =>
    asked.then(
      JSON.stringify,
      (error: { code: unknown; message: string }) => `refused: ${error.code} ${error.message}`,
    );
  for (const uri of has.resources === undefined ? [] : [...new Set([...listed.map(({ uri }) => uri), ...uris])]) {
    told[uri] = await answerOf(client.readResource({ uri }));
  }
  if (has.completions !== undefined) {
    for (const { uriTemplate } of templates) {
      for (const name of [...uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable ?? "")) {
        const argument = { name, value: "" };
        told[`${uriTemplate} ${name}`] = await answerOf(
          client.complete({ ref: { type: "ref/resource", uri: uriTemplate }, argument }),
        );
      }
    }
  }
  const prompts = has.prompts === undefined ? [] : (await client.listPrompts()).prompts;
  for (const { name, arguments: takes = [] } of prompts) {
    const args = Object.fromEntries(takes.map((argument) => [argument.name, "plain"]));
    told[name] = await answerOf(client.getPrompt({ name, arguments: args }));
  }
  return { told, uris: listed.map(({ uri }) => uri) };
}

/** The same address of something that nobody has. */
const nobodys = (uri: string) => uri.replace(/[0-9a-f]{6}(?=[^0-9a-f]*$)/, "ffffff");

describe.each(ENGINES)("what is not a tool, on %s", (engine) => {
  test("no resource, list, completion or prompt of any server tells another user a word of the owner's", async () => {
    const { kernel, known } = await open(engine);
    const { connect } = await serveUsers(kernel, ...ofUsers);
    const before = await kernel.stateRoot();
    const leaks: string[] = [];
    let owned = 0;
    for (const name of ofUsers) {
      const ada = await seenBy((await connect("ada", { name })).client);
      const named = Object.keys(ada.told).filter((key) => ada.told[key]?.includes(CANARY));
      owned += named.length;
      const theirs = ada.uris.filter((uri) => Object.values(known).some((id) => id !== "" && uri.includes(id)));
      const { client } = await connect("bob", { name });
      const bob = await seenBy(client, [...named.filter((key) => key.includes("://")), ...theirs]);
      for (const [key, answer] of Object.entries(bob.told)) {
        if (answer.includes(CANARY) && !key.includes(CANARY)) leaks.push(`${name} ${key} tells`);
      }
      for (const uri of theirs) {
        const unknown = (await seenBy(client, [nobodys(uri)])).told[nobodys(uri)];
        if (bob.told[uri]?.replaceAll(uri, "") !== unknown?.replaceAll(nobodys(uri), ""))
          leaks.push(`${name} ${uri} is answered otherwise than one that nobody has: ${bob.told[uri]} ${unknown}`);
      }
    }
    expect(leaks).toEqual([]);
    // The control: there was something to tell.
    expect(owned).toBeGreaterThan(5);
    expect(await kernel.stateRoot()).toEqual(before);
  });

  test.each([
    ["without permission", { permissions: {} }],
    ["of another server", { permissions: { READ: { servers: ["elsewhere"] } } }],
    [
      "whose scope is other things",
      { permissions: { READ: { entity_types: ["elsewhere"], categories: ["elsewhere"] } } },
    ],
  ])("an agent %s reads no resource and gets no prompt", async (_who, record) => {
    const { kernel } = await open(engine);
    await kernel.governance.permissions.set({ agent: "agent" }, record, { user: "operator", source: "command line" });
    const { connect } = await serveUsers(kernel, ...servers);
    const answered: string[] = [];
    for (const name of servers) {
      const { client } = await connect("ada", { name });
      const { resources, prompts } = client.getServerCapabilities() ?? {};
      const asked = [
        ...(resources === undefined ? [] : [["resources", () => client.listResources()] as const]),
        ...(prompts === undefined ? [] : [["prompts", () => firstPrompt(client)] as const]),
      ];
      for (const [what, ask] of asked) {
        const answer = await ask().then(JSON.stringify, () => "refused");
        // A server without any says so to everybody.
        if (answer !== "refused" && !answer.includes('"resources":[]'))
          answered.push(`${name} ${what} ${answer.slice(0, 200)}`);
      }
    }
    expect(answered).toEqual([]);
  });

  test("what waits for one user's decision is not there for another, who hears nothing of it either", async () => {
    const { kernel } = await open(engine);
    await kernel.governance.permissions.set(
      { agent: "agent" },
      { requires_approval: ["truth/store_structured"] },
      { user: "operator", source: "command line" },
    );
    const { connect } = await serveUsers(kernel, "truth");
    const [{ client: ada }, { client: bob }] = [await connect("ada"), await connect("bob")];
    const entities = [{ entity_type: "company", name: CANARY }];
    const { structuredContent } = await ada.callTool({
      name: "store_structured",
      arguments: { entities, idempotency_key: "waits" },
    });
    const { approval_id, resource } = (structuredContent as { error: { details: Record<string, string> } }).error
      .details;
    const uri = String(resource);
    const answer = (client: Client, at: string) =>
      client.readResource({ uri: at }).then(JSON.stringify, (error: Error) => error.message.replaceAll(at, ""));
    expect(await answer(ada, uri)).toContain("pending");
    expect(await answer(bob, uri)).toBe(await answer(bob, nobodys(uri)));

    const heard: string[] = [];
    for (const [name, client] of Object.entries({ ada, bob })) {
      client.setNotificationHandler("notifications/resources/updated", async () => void heard.push(name));
      await client.listen({ resourceSubscriptions: [uri] });
    }
    const by = { user: "operator", agent: null, client: "bailiwick" };
    await kernel.governance.approvals.decide(String(approval_id), { approve: true, by, in: "command line" });
    await expect.poll(() => heard).toContain("ada");
    // What bob does himself he hears of, and nothing before it.
    const own = await bob.callTool({ name: "store_structured", arguments: { entities, idempotency_key: "his" } });
    expect(JSON.stringify(own)).toContain("APPROVAL_REQUIRED");
    expect(heard).not.toContain("bob");
  });

  test("no page and no download for people tells a member anything of another's, and nobody anything who is not signed in", async () => {
    const { kernel } = await open(engine);
    const { url } = await openOAuth({ kernel, servers, users: ["ada", "bob"] });
    await wait(kernel);
    const pages = bound.flatMap(({ world, server }) =>
      Object.entries(world.pages).flatMap(([name, page]) => (page.server === server.name ? [`/api/${name}.json`] : [])),
    );
    const routes = [
      ...pages,
      "/api/person",
      "/api/approvals",
      "/api/permissions",
      "/api/audit",
      "/api/audit?user=ada",
      "/api/audit/download?format=csv",
      "/api/audit/download?format=json&user=ada",
      "/tools.json",
      "/metrics",
    ];
    const visit = async (browser: Browser, route: string) => {
      const shown = await browser.visit(`${url}${route}`);
      return { status: shown.status, body: shown.body };
    };
    const signIn = async (name: string) => {
      const browser = new Browser();
      await browser.submit(await browser.open(`${url}/sign-in`), "/sign-in", { name, password: PASSWORD });
      return browser;
    };
    const [ada, bob] = [await signIn("ada"), await signIn("bob")];
    const before = await kernel.stateRoot();
    const wrong: string[] = [];
    let seen = 0;
    for (const route of routes) {
      const [own, theirs, nobody] = [
        await visit(ada, route),
        await visit(bob, route),
        await visit(new Browser(), route),
      ];
      if (own.body.includes(CANARY) || own.body.includes('"ada"')) seen += 1;
      if (theirs.body.includes(CANARY)) wrong.push(`${route} tells bob`);
      if (/"(?:user|tenant)":"ada"|,ada,/.test(theirs.body)) wrong.push(`${route} names ada to bob`);
      if (nobody.status !== 401 && !/sign in/i.test(nobody.body))
        wrong.push(`${route} answers nobody: ${nobody.status}`);
      if (nobody.body.includes(CANARY)) wrong.push(`${route} tells nobody`);
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(3);
    expect(await kernel.stateRoot()).toEqual(before);
  });
});

/** Something of the owner's waits for a decision, with the owner's words in it. */
async function wait(kernel: TestKernel): Promise<void> {
  await kernel.governance.permissions.set(
    { agent: "test" },
    { requires_approval: ["truth/store_structured"] },
    { user: "operator", source: "command line" },
  );
  const entities = [{ entity_type: "company", name: `${CANARY} waits` }];
  const args = { entities, idempotency_key: "waits", reasoning: CANARY };
  await kernel.callTool("store_structured", args, { server: "truth", user: "ada" });
}

async function firstPrompt(client: Client): Promise<unknown> {
  const [prompt] = (await client.listPrompts()).prompts;
  const taken = (prompt?.arguments ?? []).map(({ name }) => [name, "plain"]);
  return client.getPrompt({ name: prompt?.name ?? "", arguments: Object.fromEntries(taken) });
}

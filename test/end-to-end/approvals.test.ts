import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { CLEAN_ENVIRONMENT, DOOR, runCli, startServe } from "../kit/processes.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Answer = any;

const ERAS = ["2025-11-25", "2026-07-28"] as const;
const TASK = { entity_type: "task", title: "Call", status: "open" };

/** A data folder in which deleting needs a person. */
async function governed(): Promise<string> {
  const data = temporaryFolder();
  const set = await runCli(["permissions", "set", "*", "--requires-approval", "truth/delete_entity", "--data", data]);
  expect(set.code, set.stderr).toBe(0);
  return data;
}

interface Options {
  readonly era: string;
  readonly data: string;
  readonly url?: string;
  /** What the person at the client answers; a client without one cannot ask. */
  readonly answers?: (message: string) => Answer;
}

async function connect({ era, data, url, answers }: Options) {
  const client = new Client(
    { name: "tester", version: "1" },
    {
      capabilities: answers === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === "2025-11-25" ? "legacy" : { pin: era } },
    },
  );
  const asked: string[] = [];
  if (answers !== undefined) {
    client.setRequestHandler("elicitation/create", async (request: Answer) => {
      asked.push(request.params.message);
      return answers(request.params.message);
    });
  }
  onTestFinished(() => client.close());
  await client.connect(
    url === undefined
      ? new StdioClientTransport({
          command: process.execPath,
          args: [DOOR, "mcp", "truth", "--data", data],
          env: CLEAN_ENVIRONMENT,
          stderr: "ignore",
        })
      : new StreamableHTTPClientTransport(new URL(`${url}/truth/mcp`)),
  );
  const call = async (name: string, args: object): Promise<Answer> =>
    ((await client.callTool({ name, arguments: args as Record<string, unknown> })) as Answer).structuredContent;
  return { client, call, asked };
}

async function put(call: (name: string, args: object) => Promise<Answer>, title: string): Promise<string> {
  const stored = await call("store_structured", { idempotency_key: title, entities: [{ ...TASK, title }] });
  return stored.entities[0].entity_id;
}

test.each(ERAS)("a client of %s that can ask has its person approve in place, over stdio", async (era) => {
  const data = await governed();
  const { call, asked } = await connect({
    era,
    data,
    answers: () => ({ action: "accept", content: { approve: true, reason: "done with" } }),
  });
  const id = await put(call, "one");
  expect(await call("delete_entity", { entity_id: id })).toMatchObject({ entity_id: id, deleted: true });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain("delete_entity on truth");
  const shown = await runCli(["approvals", "list", "--all", "--json", "--data", data]);
  expect(JSON.parse(shown.stdout)).toMatchObject([{ state: "used", decidedIn: "client", decidedBy: "local" }]);
});

test.each(ERAS)(
  "a client of %s over HTTP: approved, then rejected, then turned away and decided elsewhere",
  async (era) => {
    const data = await governed();
    const { url } = await startServe(["--servers", "truth", "--data", data]);
    let said: Answer = { action: "accept", content: { approve: true } };
    const { call } = await connect({ era, data, url, answers: () => said });
    const [a, b, c] = [await put(call, "a"), await put(call, "b"), await put(call, "c")];
    expect(await call("delete_entity", { entity_id: a })).toMatchObject({ deleted: true });
    said = { action: "accept", content: { approve: false, reason: "keep it" } };
    expect((await call("delete_entity", { entity_id: b })).error).toMatchObject({
      code: "APPROVAL_INVALID",
      details: { reason: "rejected", said: "keep it" },
    });
    said = { action: "decline" };
    const { error } = await call("delete_entity", { entity_id: c });
    expect(error).toMatchObject({ code: "APPROVAL_REQUIRED", details: { state: "pending" } });
    await runCli(["approvals", "approve", error.details.approval_id, "--data", data]);
    expect(await call("delete_entity", { entity_id: c, approval_id: error.details.approval_id })).toMatchObject({
      deleted: true,
    });
  },
);

test.each(ERAS)(
  "a client of %s that cannot ask is told whom to ask, hears of the decision, and calls again",
  async (era) => {
    const data = await governed();
    const { client, call } = await connect({ era, data });
    const id = await put(call, "one");
    const { error } = await call("delete_entity", { entity_id: id });
    const { approval_id, resource } = error.details;
    expect(error).toMatchObject({ code: "APPROVAL_REQUIRED", details: { state: "pending", trigger: "listed_tool" } });
    const read = async () => JSON.parse(((await client.readResource({ uri: resource })) as Answer).contents[0].text);
    expect(await read()).toMatchObject({ approval_id, state: "pending" });
    const heard = new Promise((resolve) => {
      client.setNotificationHandler("notifications/resources/updated", async ({ params }: Answer) =>
        resolve(params.uri),
      );
    });
    if (era === "2025-11-25") await client.subscribeResource({ uri: resource });
    else await client.listen({ resourceSubscriptions: [resource] });

    const shown = await runCli(["approvals", "show", approval_id, "--data", data]);
    expect(shown.stdout).toContain("state: pending");
    expect(shown.stdout).toContain(`arguments: {"entity_id":"${id}"}`);
    const approved = await runCli(["approvals", "approve", approval_id, "--reason", "go", "--data", data]);
    expect(approved.stdout).toContain("state: approved");
    expect(await heard).toBe(resource);
    expect(await read()).toMatchObject({ approval_id, state: "approved", reason: "go" });

    expect((await call("delete_entity", { entity_id: `ent_${"0".repeat(24)}`, approval_id })).error.code).toBe(
      "APPROVAL_INVALID",
    );
    expect(await call("delete_entity", { entity_id: id, approval_id })).toMatchObject({ deleted: true });
    expect((await call("delete_entity", { entity_id: id, approval_id })).error.details.reason).toBe("used");
    expect((await runCli(["approvals", "show", approval_id, "--data", data])).stdout).toContain("state: used");

    const audit = await runCli([
      "audit",
      "--approval",
      approval_id,
      "--json",
      "--out",
      `${data}/audit.json`,
      "--data",
      data,
    ]);
    expect(audit.code, audit.stderr).toBe(0);
    const lines = (await runCli(["audit", "--approval", approval_id, "--data", data])).stdout.trim().split("\n");
    expect(lines.map((line) => line.split("  ")[3])).toEqual([
      "approval.requested",
      "refused: approval_required",
      "approval.decided",
      "refused: approval_invalid (other_arguments)",
      "approval.used",
      "entity.deleted",
      "refused: approval_invalid (used)",
    ]);
  },
);

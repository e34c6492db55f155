import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import type { KernelError } from "../../src/kernel/errors.ts";
import { answerFailure, createBodies, httpCaller, mountHttp } from "../../src/kernel/transports/http/index.ts";
import { openTestTruth } from "../kit/truth.ts";
import { QUESTIONS } from "./agents-week/questions.ts";
import { type Call, type Row, WEEK } from "./agents-week/week.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
type Answer = any;

/** A client of the protocol, connected to the truth server over HTTP. */
async function connect() {
  const truth = await openTestTruth();
  const mount = mountHttp(truth.parts, await truth.server("truth"), createBodies(truth.parts.env));
  const caller = httpCaller(undefined, "agent", "127.0.0.1");
  const server = createServer((request, response) => {
    mount.handle(request, response, caller).catch((error) => answerFailure(response, error as KernelError));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = new Client({ name: "agent", version: "1" });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    await mount.close();
    server.close();
    await truth.close();
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );
  return async (name: string, args: Record<string, unknown>): Promise<Answer> => {
    const answer = (await client.callTool({ name, arguments: args })).structuredContent as Answer;
    if (answer?.error !== undefined)
      throw new Error(`${name} ${JSON.stringify(args)}: ${JSON.stringify(answer.error)}`);
    return answer;
  };
}

/** A value that was sent, and where it ought to stand. */
interface Sent {
  readonly entity: string;
  readonly row: Row;
}

/** What the answers of the week named as replaced, kept out, moved to another field or overruled, by entity and field. */
function createNamed() {
  const named = new Set<string>();
  const meant = new Map<string, string>();
  return {
    meant,
    has: (entity: string, field: string) => named.has(`${entity} ${field}`),
    add: (entity: string, field: string) => void named.add(`${entity} ${field}`),
    warnings(warnings: readonly Answer[] = []) {
      for (const { code, details } of warnings) {
        if (code === "VALUE_REPLACED" || code === "VALUE_NOT_IN_FORCE") {
          for (const field of details.fields) named.add(`${details.entity_id} ${field}`);
        }
        if (code === "FIELD_MAPPED") meant.set(`${details.entity_type} ${details.given}`, details.field);
      }
    },
  };
}

test("an agent's week: 300 calls in five languages, 60 questions, and no value lost without a word", {
  timeout: 120_000,
}, async () => {
  const call = await connect();
  const ids = new Map<string, string>();
  const idOf = (name: string): string => ids.get(name) ?? "unknown";
  const sent: Sent[] = [];
  const named = createNamed();
  const make: { [Kind in Call["do"]]: (asked: Extract<Call, { do: Kind }>, n: number) => Promise<void> } = {
    async store({ rows }, n) {
      const entities = rows.map(([, row]) => row);
      const answer = await call("store_structured", { idempotency_key: `week ${n}`, entities });
      for (const [index, [name, row]] of rows.entries()) {
        const { entity_id } = answer.entities[index];
        if (!ids.has(name)) ids.set(name, entity_id);
        sent.push({ entity: entity_id, row });
      }
      named.warnings(answer.warnings);
    },
    async correct({ name, field, value }, n) {
      const entity_id = idOf(name);
      const { entity_type } = await call("retrieve_entity_snapshot", { entity_id });
      await call("correct", { idempotency_key: `week ${n}`, entity_id, entity_type, field, value });
      named.add(entity_id, field);
    },
    async merge({ from, to, keep }) {
      const merged = { from_entity_id: idOf(from), to_entity_id: idOf(to) };
      const answer = await call("merge_entities", { ...merged, ...(keep && { keep }) });
      for (const { field } of answer.conflicts ?? []) {
        for (const id of Object.values(merged)) named.add(id, field);
      }
    },
    async link({ type, from, to }) {
      const ends = { source_entity_id: idOf(from), target_entity_id: idOf(to) };
      await call("create_relationship", { relationship_type: type, ...ends });
    },
  };
  for (const [n, asked] of WEEK.entries()) await make[asked.do](asked as never, n);
  expect(WEEK).toHaveLength(300);

  const wrong: unknown[] = [];
  for (const { asks, tool, args, found, right } of QUESTIONS) {
    const answer = found(await call(tool, args(idOf)));
    const due = right(idOf);
    if (JSON.stringify(answer) !== JSON.stringify(due)) wrong.push({ asks, answer, due });
  }
  expect(QUESTIONS).toHaveLength(60);
  expect(wrong).toEqual([]);

  const lost: unknown[] = [];
  const snapshots = new Map<string, Answer>();
  for (const { entity, row } of sent) {
    if (!snapshots.has(entity)) snapshots.set(entity, await call("retrieve_entity_snapshot", { entity_id: entity }));
    const { snapshot, raw_fragments = {}, entity_type, entity_id } = snapshots.get(entity);
    const known: Record<string, unknown> = { ...raw_fragments, ...snapshot };
    for (const [given, value] of Object.entries(row)) {
      if (given === "entity_type") continue;
      const field = named.meant.get(`${entity_type} ${given}`) ?? given;
      const isThere = JSON.stringify(known[given] ?? known[field]) === JSON.stringify(value);
      if (isThere || [entity, entity_id].some((id) => named.has(id, field))) continue;
      lost.push({ entity, row, field, stands: known[field] });
    }
  }
  expect(lost).toEqual([]);
});

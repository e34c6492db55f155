import { expect } from "vitest";
import type { Event } from "../../src/kernel/event.ts";
import { eventsAfter } from "../../src/kernel/events/index.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { type Engine, openTestKernel, type TestKernel, type TestKernelOptions } from "./kernel.ts";
import { yard } from "./yard-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Answer = any;

export interface TestYard extends TestKernel {
  /** Calls a tool of the yard and answers with its structured content. */
  ask(tool: string, args?: object, as?: { server?: string; user?: string; connection?: string }): Promise<Answer>;
  /** The same, for a call that must be refused: state unchanged, and an entry that says so. Answers with the error. */
  refused(tool: string, args: object, as?: { server?: string; user?: string }): Promise<Answer>;
  events(tenant?: string): Promise<Event[]>;
  allow(agent: string, record: object): Promise<void>;
  person(name: string, record: object): Promise<void>;
  approve(id: string, as?: string): Promise<void>;
}

const OPERATOR = { user: "operator", source: "command line" } as const;

/** A kernel with the yard: its server asks for approvals by itself. */
export async function openTestYard(options: Partial<TestKernelOptions> & { engine?: Engine } = {}): Promise<TestYard> {
  const kernel = await openTestKernel({ worlds: [yard], ...options });
  const { permissions, approvals } = kernel.governance;
  const ask: TestYard["ask"] = async (tool, args = {}, as = {}) => {
    const outcome = (await kernel.callTool(tool, args, { server: "yard", ...as })) as Answer;
    return outcome.structuredContent ?? outcome;
  };
  const events = async (tenant = "local") =>
    (await kernel.parts.database()).read(EVERY_TENANT, (sql) => eventsAfter(sql, tenant, 0, 10_000));
  return {
    ...kernel,
    ask,
    events,
    async refused(tool, args, as = {}) {
      const before = await kernel.stateRoot();
      const { error } = await ask(tool, args, as);
      expect(error, `${tool} was not refused`).toBeDefined();
      expect(await kernel.stateRoot()).toEqual(before);
      const last = (await events(as.user)).at(-1);
      expect(last).toMatchObject({ kind: "refused", tool, payload: { code: error.code } });
      return error;
    },
    async allow(agent, record) {
      await permissions.set({ agent }, record, OPERATOR);
    },
    async person(name, record) {
      await permissions.set({ person: name }, record, OPERATOR);
    },
    async approve(id, as = "operator") {
      const by = { user: as, agent: null, client: "bailiwick" };
      await approvals.decide(id, { approve: true, by, in: "command line" });
    },
  };
}

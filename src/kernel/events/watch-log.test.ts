import { expect, onTestFinished, test } from "vitest";
import { ENGINES, openTestKernel } from "../../../test/kit/kernel.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";

type Work = (sql: Sql) => void | Promise<void>;

const succeed: Work = async (sql) => void (await sql.first(query`select seq from log_head limit 1`));
const FAILURES: Record<string, Work> = {
  throws: () => {
    throw new Error("no");
  },
  rejects: () => Promise.reject(new Error("no")),
  "asks what cannot be answered": async (sql) => void (await sql.first(query`select no from nothing`)),
};

for (const engine of ENGINES) {
  for (const [how, fail] of Object.entries(FAILURES)) {
    test(`on ${engine}, a listener that once ${how} hears what follows, and the others hear everything once`, async () => {
      const { parts, callTool, log } = await openTestKernel({ engine });
      const heard: string[] = [];
      async function listen(name: string, user: string, workAt: (seq: number) => Work): Promise<void> {
        const stop = await parts.watcher.subscribe(user, ({ seq }, sql) => {
          heard.push(`${name} ${seq}`);
          return workAt(seq)(sql);
        });
        onTestFinished(stop);
      }
      await listen("before", "ada", () => succeed);
      await listen("failing", "ada", (seq) => (seq === 2 ? fail : succeed));
      await listen("after", "ada", () => succeed);
      await listen("other", "bob", () => succeed);

      for (const user of ["ada", "ada", "ada", "bob"]) await callTool("test_write", { text: "news" }, { user });
      await expect.poll(() => heard).toContain("other 1");
      await callTool("test_write", { text: "more" }, { user: "ada" });
      await expect.poll(() => heard).toContain("after 4");

      expect(heard.filter((line) => line !== "other 1")).toEqual(
        [1, 2, 3, 4].flatMap((seq) => [`before ${seq}`, `failing ${seq}`, `after ${seq}`]),
      );
      expect(log.lines.filter(({ level, message }) => level === "warn" && !message.includes("policy"))).toEqual([
        {
          level: "warn",
          fields: { seq: 2, cause: expect.any(String) },
          message: "a listener failed at a log entry and goes on without it",
        },
      ]);
    });
  }
}

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { ENGINES } from "../kit/kernel.ts";
import { openHostile } from "./open-hostile.ts";

const company = (name: string) => ({ entity_type: "company", name });

describe.each(ENGINES)("a name that is not what it looks like, on %s", (engine) => {
  test("in compatible, invisible or folded letters is the plain one; in look-alikes it is another, with a warning", async () => {
    const { put, say, ask } = await openHostile(engine);
    const [plain] = await put(company("Paypal"));
    const same = ["Ｐａｙｐａｌ", "Pay\u200bpal", "Paypal\u{e0041}", "\u202ePaypal\u202c", "paypal ", "PAYPAL"];
    for (const name of same) expect((await say(company(name)))[0]?.entity_id, JSON.stringify(name)).toBe(plain);
    const [other] = await put(company("Pаypal"));
    expect(other).not.toBe(plain);
    const warned = await ask("store_structured", {
      entities: [company("Paypal"), company("Pаypal")],
      idempotency_key: "w",
    });
    expect(JSON.stringify(warned)).toMatch(/look/i);
  });

  test("of ten megabytes is refused, and nothing of it is stored", async () => {
    const { refusedAndLogged } = await openHostile(engine);
    const error = await refusedAndLogged("store_structured", {
      entities: [{ entity_type: "x".repeat(10 * 1024 * 1024), name: "a" }],
      idempotency_key: "k",
    });
    expect(error).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(JSON.stringify(error).length).toBeLessThan(2000);
  });

  test("with commands of a terminal or line breaks is given back as JSON, which escapes them, and is in no log line", async () => {
    const { put, ask, log } = await openHostile(engine);
    const name = "\u001b[2J\u001b[31mred\r\nX-Injected: yes";
    await put(company(name));
    const { content } = (await ask("retrieve_entities", { entity_type: "company" })) as { content?: unknown };
    expect(content).toBeUndefined();
    expect(JSON.stringify(log.lines)).not.toContain("Injected");
  });
});

test("a log line is one line of JSON whatever it is told", () => {
  const logger = new URL("../../src/kernel/telemetry/index.ts", import.meta.url).href;
  const told = { client: "a\r\nb\u001b[31m\u2028c" };
  const program = `import { createLogger } from ${JSON.stringify(logger)};
    createLogger("info").warn(${JSON.stringify(told)}, "told\\nby a client");`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(stderr)).toMatchObject({ ...told, msg: "told\nby a client" });
  expect(stderr).not.toContain("\u001b");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeIfc } from "../../../test/kit/ifc.ts";
import { createMemoryLog } from "../../../test/kit/kernel.ts";
import {
  claimedPages,
  deepArrays,
  endlessPages,
  hugeCharacterMap,
  hugeImage,
  nestedFlate,
  nestedForms,
  textPdf,
} from "../../../test/kit/pdf.ts";
import type { ParseLimits } from "../parse.ts";
import { createParses } from "./index.ts";

const MIB = 2 ** 20;
/** More than any file of these tests would use, whatever the machine. */
const PATIENT = { cpuMs: 600_000 };

function openParses(limits: Partial<ParseLimits> = {}) {
  const log = createMemoryLog();
  const parses = createParses(log, limits);
  onTestFinished(() => parses.close());
  const started = () =>
    log.lines.flatMap(({ message, fields }) =>
      message === "a parser process was started" ? [(fields as { pid: number }).pid] : [],
    );
  const givenUp = () =>
    log.lines.filter(({ message }) => message === "a file was given up by its parser").map(({ fields }) => fields);
  const pdf = (bytes: Uint8Array, signal?: AbortSignal) => parses.parse({ parser: "pdf", bytes, signal });
  return { ...parses, pdf, started, givenUp };
}

/** Gone, or dead and only waiting for its parent to hear of it. */
function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  return existsSync(`/proc/${pid}/stat`) && / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("reads file after file in one process", async () => {
  const { pdf, started } = openParses();

  expect(await pdf(textPdf("One", "Two"))).toEqual({ value: { pages: ["One", "Two"] } });
  expect(await pdf(Buffer.from("no pdf at all"))).toEqual({ failure: "broken" });
  expect(await pdf(textPdf("Three"))).toEqual({ value: { pages: ["Three"] } });
  expect(started()).toHaveLength(1);
});

test("leaves the bytes with whoever handed them over", async () => {
  const { pdf } = openParses();
  const bytes = textPdf("Mine");

  await pdf(bytes);

  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
});

describe("a file that costs too much", () => {
  test.each([
    ["form objects that draw each other", nestedForms(), { cpuMs: 2500 }, "time"],
    ["a table of characters that names all of them again and again", hugeCharacterMap(), { cpuMs: 2500 }, "time"],
    ["streams deflated over and over", nestedFlate(), PATIENT, "memory"],
    ["more text than may come back", textPdf(...Array(60).fill("much")), { outputBytes: 100 }, "output"],
  ] as const)("is given up, and its process is gone: %s", async (_, bomb, limits, failure) => {
    const { pdf, started, givenUp } = openParses(limits);
    const before = process.memoryUsage.rss();

    expect(await pdf(bomb)).toEqual({ failure });

    expect(started().map(isDead)).toEqual([true]);
    expect(givenUp()).toEqual([{ parser: "pdf", failure, bytes: bomb.length }]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * MIB);
    // Not tried again: no process is needed to say so.
    expect(await pdf(Buffer.from(bomb))).toEqual({ failure });
    expect(started()).toHaveLength(1);
    // And the next file has a process that works.
    expect(await pdf(textPdf("Next"))).toEqual({ value: { pages: ["Next"] } });
  });

  test.each([
    ["a page tree that leads back to itself", endlessPages(), { failure: "broken" }],
    ["a tree that claims pages it has not", claimedPages(), { value: { pages: ["alone"] } }],
    ["an image of four milliard pixels", hugeImage(), { value: { pages: [""] } }],
    ["arrays within arrays", deepArrays(), { value: { pages: [""] } }],
  ] as const)("is read where it only looks so: %s", async (_, bytes, outcome) => {
    const { pdf, started } = openParses(PATIENT);

    expect(await pdf(bytes)).toEqual(outcome);
    expect(started()).toHaveLength(1);
  });
});

test("reads others while one file never ends, and ends that one when its caller cancels", async () => {
  const { pdf, started, givenUp } = openParses(PATIENT);
  const cancel = new AbortController();
  const endless = pdf(nestedForms(), cancel.signal);

  expect(await pdf(textPdf("Meanwhile"))).toEqual({ value: { pages: ["Meanwhile"] } });
  cancel.abort();

  await expect(endless).rejects.toMatchObject({ code: "cancelled" });
  await until(() => started().some(isDead));
  // Nothing was found out about the file: it would be tried again.
  expect(givenUp()).toEqual([]);
});

test("uses two processes at most, and files that wait can be cancelled", async () => {
  const { pdf, started } = openParses(PATIENT);
  const cancels = Array.from({ length: 4 }, () => new AbortController());
  const endless = cancels.map(({ signal }, index) => pdf(nestedForms(20, `n${index}`), signal));
  const ends = Promise.allSettled(endless);
  await until(() => started().length === 2);

  cancels[3]?.abort();
  await expect(endless[3]).rejects.toMatchObject({ code: "cancelled" });
  expect(started()).toHaveLength(2);
  cancels[0]?.abort();
  await until(() => started().length === 3);
  for (const cancel of cancels) cancel.abort();

  expect((await ends).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(await pdf(textPdf("After all"))).toEqual({ value: { pages: ["After all"] } });
});

test("tries a file once more whose process somebody ended, and gives it up where that happens again", async () => {
  const { pdf, started, givenUp } = openParses(PATIENT);
  const endless = pdf(nestedForms());
  for (const count of [1, 2]) {
    await until(() => started().length === count);
    process.kill(started()[count - 1] as number, "SIGKILL");
  }

  expect(await endless).toEqual({ failure: "crash" });
  expect(givenUp()).toHaveLength(1);
  expect(started()).toHaveLength(2);
});

test("closing refuses whoever waits and ends every process", async () => {
  const { pdf, started, close } = openParses(PATIENT);
  const endless = Promise.allSettled(Array.from({ length: 3 }, (_, index) => pdf(nestedForms(20, `n${index}`))));
  await until(() => started().length === 2);

  await close();

  expect(await endless).toEqual(
    Array(3).fill({ status: "rejected", reason: expect.objectContaining({ code: "shutting_down" }) }),
  );
  expect(started().map(isDead)).toEqual([true, true]);
  await expect(pdf(textPdf("late"))).rejects.toMatchObject({ code: "shutting_down" });
});

test("a process that was killed takes the one that parses for it along, in the midst of a file", async () => {
  const program = `
    const { createParses } = await import(${JSON.stringify(new URL("index.ts", import.meta.url))});
    const { nestedForms } = await import(${JSON.stringify(new URL("../../../test/kit/pdf.ts", import.meta.url))});
    const say = ({ pid }, message) => message.endsWith("started") && process.stdout.write(String(pid));
    const parses = createParses({ debug: say, info() {}, warn() {}, error() {} }, { cpuMs: 600_000 });
    await parses.parse({ parser: "pdf", bytes: nestedForms() });`;
  const args = ["--input-type=module", "--eval", program];
  const parent = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [said] = await once(parent.stdout, "data");
  const pid = Number(said);
  expect(isDead(pid)).toBe(false);

  parent.kill("SIGKILL");
  await once(parent, "close");

  await until(() => isDead(pid));
});

test("an idle process keeps nobody alive", async () => {
  const program = `
    const { createParses } = await import(${JSON.stringify(new URL("index.ts", import.meta.url))});
    const { textPdf } = await import(${JSON.stringify(new URL("../../../test/kit/pdf.ts", import.meta.url))});
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const outcome = await createParses(log).parse({ parser: "pdf", bytes: textPdf("Done") });
    process.stdout.write(JSON.stringify(outcome));`;
  const args = ["--input-type=module", "--eval", program];
  const parent = spawn(process.execPath, args, { cwd: fileURLToPath(new URL(".", import.meta.url)) });
  onTestFinished(() => void parent.kill("SIGKILL"));
  let said = "";
  parent.stdout.on("data", (piece) => {
    said += piece;
  });

  expect(await once(parent, "close")).toEqual([0, null]);
  expect(said).toBe('{"value":{"pages":["Done"]}}');
});

describe("a building model", () => {
  function house(): Buffer {
    const ifc = writeIfc();
    const storey = ifc.storey("Ground", 0);
    ifc.wall(storey, "South", { start: [0, 0], end: [5000, 0], thickness: 200, height: 2500 });
    return ifc.finish();
  }

  test("is read in a process of its own, beside files of another kind, in two at most", async () => {
    const { parse, pdf, started } = openParses();

    const read = await parse({ parser: "ifc", bytes: house() });
    expect(read).toMatchObject({ value: { schema: "IFC4", products: [{ type: "IfcWall", name: "South" }] } });
    expect(await pdf(textPdf("Beside it"))).toEqual({ value: { pages: ["Beside it"] } });
    expect(await parse({ parser: "ifc", bytes: house() })).toEqual(read);
    expect(started()).toHaveLength(2);
    expect(started().some(isDead)).toBe(false);
  });

  test("that is none is broken, and the process that found it reads the next", async () => {
    const { parse, started } = openParses();

    expect(await parse({ parser: "ifc", bytes: Buffer.from("ISO-10303-21;\nHEADER;\n") })).toEqual({
      failure: "broken",
    });
    expect(await parse({ parser: "ifc", bytes: house() })).toMatchObject({ value: { schema: "IFC4" } });
    expect(started()).toHaveLength(1);
  });

  test("that says more than may come back is given up", async () => {
    const { parse, givenUp } = openParses({ outputBytes: 500 });

    expect(await parse({ parser: "ifc", bytes: house() })).toEqual({ failure: "output" });
    expect(givenUp()).toMatchObject([{ parser: "ifc", failure: "output" }]);
  });
});

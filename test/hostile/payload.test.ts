import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { ENGINES } from "../kit/kernel.ts";
import { openHostile } from "./open-hostile.ts";

const file = (bytes: Buffer | string, mime_type: string, original_filename = "a.bin") => ({
  file_content: Buffer.from(bytes).toString("base64"),
  mime_type,
  original_filename,
  idempotency_key: `${original_filename} ${mime_type}`,
});

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const FILE_BYTES_MAX = 52_428_800;

/** A ZIP archive of one entry that claims and holds what it is told to. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content, { level: 9 });
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([local, Buffer.from(name), packed]);
}

/** An image that claims 60 000 by 60 000 points in a few bytes. */
const PIXELS = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  Buffer.from("0000ea600000ea600806000000", "hex"),
]);

const ENTITIES = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg>&b;</svg>`;

describe.each(ENGINES)("a hostile payload, on %s", (engine) => {
  test("of broken base64 is refused: blanks, letters of other alphabets, a cut end", async () => {
    const { refusedAndLogged } = await openHostile(engine);
    const contents = ["####", "aGVsbG8", "aGVs bG8=", "aGVsbG8_-A==", "aGVsbG9=", "=", "aGVsbG8=="];
    for (const file_content of contents) {
      const args = { file_content, mime_type: "text/plain", idempotency_key: "k" };
      expect(await refusedAndLogged("store_unstructured", args), file_content).toMatchObject({
        code: "VALIDATION_ERROR",
      });
    }
  });

  test("of more bytes than a file may have is refused before it is decoded", async () => {
    const { refusedAndLogged } = await openHostile(engine);
    // Not base64 at all: that it is never looked at shows in the error.
    const file_content = "?".repeat(Math.ceil(FILE_BYTES_MAX / 3) * 4);
    const args = { file_content, mime_type: "text/plain", idempotency_key: "k" };
    expect(await refusedAndLogged("store_unstructured", args)).toMatchObject({ code: "FILE_TOO_LARGE" });
  });

  test("of another type than it says is refused", async () => {
    const { refusedAndLogged } = await openHostile(engine);
    const args = file("%PDF-1.7\n%%EOF", "image/png", "a.png");
    expect(await refusedAndLogged("store_unstructured", args)).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("that would unpack to a thousand times its size, or to a name outside, is kept as it is and never unpacked", async () => {
    const { ask, folder, opened: root } = await openHostile(engine);
    const bomb = zip("zeros", Buffer.alloc(32 * 1024 * 1024));
    const nested = zip("bomb.zip", bomb);
    const slip = zip("../../slip.txt", Buffer.from("slipped"));
    for (const [name, bytes] of Object.entries({ bomb, nested, slip })) {
      const answer = await ask("store_unstructured", file(bytes, "application/zip", `${name}.zip`));
      expect(answer, name).not.toHaveProperty("error");
      expect(answer.entities ?? [], name).toEqual([]);
    }
    const near = [folder, root].flatMap((at) => [at, dirname(at), dirname(dirname(at)), join(at, "blobs")]);
    expect(near.filter((at) => existsSync(join(at, "slip.txt")))).toEqual([]);
  });

  test("in a Word file is kept as bytes, and what its text came to is left out with a warning", async () => {
    const { ask, folder, opened: root } = await openHostile(engine);
    const bomb = zipSync({ "word/document.xml": new Uint8Array(80 * 1024 * 1024).fill(0x20) });
    const nested = zipSync({ "inner.zip": zipSync({ "letter.txt": Buffer.from("Dear Ada") }) });
    const slip = zipSync({ "../../slip.txt": Buffer.from("slipped"), "/tmp/slip.txt": Buffer.from("slipped") });
    for (const [name, bytes] of Object.entries({ bomb, nested, slip })) {
      const answer = await ask("store_unstructured", file(Buffer.from(bytes), WORD, `${name}.docx`));
      expect(answer, name).not.toHaveProperty("error");
      expect([answer.entities ?? [], JSON.stringify(answer.warnings)], name).toEqual([
        [],
        expect.stringContaining("INTERPRETATION_FAILED"),
      ]);
    }
    const near = ["/tmp", folder, root].flatMap((at) => [at, dirname(at), dirname(dirname(at)), join(at, "blobs")]);
    expect(near.filter((at) => existsSync(join(at, "slip.txt")))).toEqual([]);
  });

  test("of claimed pixels or of entities within entities is kept as bytes, and nothing is computed from it", async () => {
    const { ask } = await openHostile(engine);
    for (const args of [file(PIXELS, "image/png", "a.png"), file(ENTITIES, "image/svg+xml", "a.svg")]) {
      const answer = await ask("store_unstructured", args);
      expect(answer).not.toHaveProperty("error");
      expect(answer.entities ?? []).toEqual([]);
    }
  });

  test("of more rows than one call may hold is refused, and none is stored", async () => {
    const { refusedAndLogged } = await openHostile(engine);
    const entities = Array.from({ length: 5001 }, (_, n) => ({ entity_type: "note", text: `n${n}` }));
    expect(await refusedAndLogged("store_structured", { entities, idempotency_key: "k" })).toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  test("of keys that mean something to the language is stored as words or refused, and changes no object", async () => {
    const { ask } = await openHostile(engine);
    const entities = [JSON.parse('{"entity_type":"note","text":"x","constructor":{"prototype":{"polluted":true}}}')];
    await ask("store_structured", { entities, idempotency_key: "k" });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("of signs that mean something to a search or to SQL finds nothing more and harms nothing", async () => {
    const { ask, stateRoot } = await openHostile(engine);
    const before = await stateRoot();
    const signs = [
      '"',
      "*",
      "a NEAR/2 b",
      "NOT",
      "a AND",
      "col:x",
      "%",
      "_",
      "\\",
      "' or 1=1 --",
      "'; drop table event; --",
      "!a & (b",
      ":*",
      "^",
    ];
    for (const search of signs) {
      const answer = await ask("retrieve_entities", { entity_type: "company", search });
      expect(answer, search).not.toHaveProperty("error.code", "INTERNAL_ERROR");
    }
    expect(await stateRoot()).toEqual(before);
  });

  test("in a sort, a filter or a cursor is refused or finds nothing, and is never SQL", async () => {
    const { ask, stateRoot } = await openHostile(engine);
    const before = await stateRoot();
    const injected = "id; drop table event; --";
    const asked = [
      ["retrieve_entities", { entity_type: injected }],
      ["retrieve_entities", { sort_by: injected }],
      ["list_recent_changes", { cursor: injected }],
      ["list_observations", { entity_id: injected }],
      ["list_timeline_events", { event_type: injected }],
    ] as const;
    for (const [tool, args] of asked) {
      const answer = await ask(tool, args);
      expect(answer.error?.code ?? "nothing found", tool).not.toBe("INTERNAL_ERROR");
    }
    expect(await stateRoot()).toEqual(before);
  });
});

import { expect, test } from "vitest";
import { readSafetensors, readShared } from "./safetensors.ts";

function file(header: object, data: Uint8Array): Uint8Array {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, data]);
}

const entry = (dtype: string, shape: number[], from: number, to: number) => ({
  dtype,
  shape,
  data_offsets: [from, to],
});

test("reads single, half and brain floats, whole and in part", () => {
  const data = Buffer.alloc(16);
  data.writeFloatLE(1.5, 0);
  data.writeFloatLE(-0.1, 4);
  // Half floats: 1, the smallest subnormal; brain floats: -2, 0.5.
  for (const [index, bits] of [0x3c00, 0x0001, 0xc000, 0x3f00].entries()) data.writeUInt16LE(bits, 8 + index * 2);
  const tensors = readSafetensors(
    file(
      {
        __metadata__: { format: "pt" },
        single: entry("F32", [2], 0, 8),
        half: entry("F16", [1, 2], 8, 12),
        brain: entry("BF16", [2], 12, 16),
        ids: entry("I64", [1], 0, 8),
      },
      data,
    ),
  );
  expect([...tensors.keys()]).toEqual(["single", "half", "brain"]);
  expect(tensors.get("single")?.decode(0, 2)).toEqual(Float32Array.of(1.5, -0.1));
  expect(tensors.get("half")?.shape).toEqual([1, 2]);
  expect(tensors.get("half")?.decode(0, 2)).toEqual(Float32Array.of(1, 2 ** -24));
  expect(tensors.get("brain")?.decode(0, 2)).toEqual(Float32Array.of(-2, 0.5));
});

test("a detached tensor outlives the file it came from", () => {
  const bytes = file({ x: entry("F32", [1], 0, 4) }, Buffer.from(Float32Array.of(7).buffer));
  const detached = readSafetensors(bytes).get("x")?.detach();
  bytes.fill(0);
  expect(detached && readShared(detached).decode(0, 1)).toEqual(Float32Array.of(7));
});

test.each([
  ["no header", new Uint8Array(3)],
  ["a header longer than the file", file({}, new Uint8Array()).subarray(0, 9)],
  ["a tensor beyond the end", file({ x: entry("F32", [4], 0, 16) }, new Uint8Array(8))],
  ["a tensor larger than its place", file({ x: entry("F32", [4], 0, 8) }, new Uint8Array(16))],
])("refuses a file with %s", (_, bytes) => {
  expect(() => readSafetensors(bytes)).toThrow();
});

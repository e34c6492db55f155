import fc from "fast-check";
import { DOCUMENTS } from "./documents.ts";

/** Where and how a file is spoilt. */
const Edit = fc.oneof(
  fc.record({ kind: fc.constant("flip" as const), at: fc.nat(), byte: fc.nat(255) }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat(), length: fc.nat(200) }),
  fc.record({ kind: fc.constant("repeat" as const), at: fc.nat(), length: fc.nat(60), times: fc.nat(50) }),
  fc.record({ kind: fc.constant("insert" as const), at: fc.nat(), text: fc.string({ unit: "binary", maxLength: 40 }) }),
);
type Edit = typeof Edit extends fc.Arbitrary<infer Value> ? Value : never;

function spoil(content: Buffer, edit: Edit): Buffer {
  const at = content.length === 0 ? 0 : edit.at % content.length;
  if (edit.kind === "flip") {
    const copy = Buffer.from(content);
    copy[at] = edit.byte;
    return copy;
  }
  const [head, tail] = [content.subarray(0, at), content.subarray(at)];
  if (edit.kind === "cut") return Buffer.concat([head, tail.subarray(edit.length)]);
  if (edit.kind === "insert") return Buffer.concat([head, Buffer.from(edit.text), tail]);
  const again = Array.from({ length: edit.times }, () => tail.subarray(0, edit.length));
  return Buffer.concat([head, ...again, tail]);
}

/** A file of some kind, with a few of its bytes changed. */
export const MutatedFile = fc
  .record({
    name: fc.constantFrom(...Object.keys(DOCUMENTS)),
    edits: fc.array(Edit, { minLength: 1, maxLength: 6 }),
  })
  .map(({ name, edits }) => {
    const { type, content } = DOCUMENTS[name] ?? { type: "text/plain", content: Buffer.from("") };
    return { name, type, content: edits.reduce(spoil, content) };
  });

import { expect, test } from "vitest";
import { growth } from "../../../../../test/kit/growth.ts";
import { scrub } from "../scrub.ts";
import { embedText } from "./embed.ts";
import { E8 } from "./names.ts";
import { repack } from "./pack.ts";
import { embedStructure } from "./structure.ts";

const PLACE = { tags: [], session: "", modality: "text", neighbours: [] };
const CHARS = 64_000;

test.each(["x", "a.", "a@", "sk-", "eyJa.", "Ada met Bob. ", "\n ", "const a = b(c); "])(
  "a long text of nothing but %j is embedded without making anybody wait",
  (piece) => {
    const embed = (chars: number) => {
      const text = scrub(piece.repeat(chars / piece.length)).text;
      const made = { vector: new Float32Array(384).fill(0.05), tokens: [] };
      for (const modality of ["text", "code"] as const) embedText(text, modality, PLACE, made);
    };
    // Sixteen times as long where every character looks at all the others.
    expect(growth(embed, CHARS / 4, CHARS)).toBeLessThan(10);
  },
);

test("ties change the place in the graph alone: put in afterwards, it gives the same bytes", () => {
  const text = "Ada met Bob at the harbour of Aldsund because the ferry was late.";
  const made = { vector: new Float32Array(384).fill(0.05), tokens: [new Float32Array(5 * 384).fill(0.1)] };
  const tied = { ...PLACE, tags: ["work"], neighbours: [{ id: "a", label: "b", weight: 0.5 }] };
  const alone = embedText(text, "text", { ...tied, neighbours: [] }, made);
  const whole = embedText(text, "text", tied, made);
  expect(alone).not.toEqual(whole);
  expect(repack(alone, E8, embedStructure(text, tied))).toEqual(whole);
});

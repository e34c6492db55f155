import type { Sparse } from "./embedding.ts";
import { hashedSum, joinParts } from "./hashed.ts";
import { stemOf } from "./words.ts";

const WIDTH = 1536;
const SEED = 7;
const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+(?:\.\p{N}+)?|=>|->|::|[=!<>]=+|&&|\|\||[^\s\p{L}\p{N}]/gu;
const IMPORT = /\b(?:import|from|require|include|use|using)\b[\s("'<{]*([\p{L}\p{N}_./@-]+)/gu;
const KEYWORDS = new Set(
  "if else for while return function class def const let var import export from async await try catch throw new public private static void int string struct enum interface type match case switch break select where insert update fn impl pub lambda yield null true false None self this".split(
    " ",
  ),
);

/** An identifier by its parts: `readFile` and `read_file` share theirs. */
function partsOfIdentifier(identifier: string): string[] {
  return identifier
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .split(/[\s_$]+/)
    .filter((part) => part !== "")
    .map((part) => stemOf(part.toLowerCase()));
}

/** E7: identifiers and their parts, keywords and operators, runs of tokens with how deep in brackets they stand, imports. */
export function embedCode(text: string): Sparse {
  const names = hashedSum(WIDTH, SEED);
  const structure = hashedSum(WIDTH, SEED + 100);
  const shapes: string[] = [];
  let depth = 0;
  for (const token of text.normalize("NFKC").match(TOKEN) ?? []) {
    if (/^[\p{L}_$]/u.test(token)) {
      const isKeyword = KEYWORDS.has(token);
      if (isKeyword) structure.add(`keyword ${token}`, 1);
      else for (const part of partsOfIdentifier(token)) names.add(part, 0.5);
      if (/[_$]|\p{Ll}\p{Lu}/u.test(token)) names.add(`name ${token}`, 2);
      shapes.push(isKeyword ? token : "name");
    } else if (/^\p{N}/u.test(token)) {
      names.add(`number ${token}`, 1);
      shapes.push("number");
    } else {
      if ("([{".includes(token)) depth += 1;
      structure.add(`operator ${token}`, 0.5);
      shapes.push(`${token}${depth}`);
      if (")]}".includes(token)) depth = Math.max(0, depth - 1);
    }
  }
  for (let at = 2; at < shapes.length; at++) structure.add(shapes.slice(at - 2, at + 1).join(" "), 0.5);
  for (const [, module = ""] of text.matchAll(IMPORT)) names.add(`import ${module}`, 2);
  const both = new Map(names.weights);
  for (const [place, weight] of structure.weights) both.set(place, (both.get(place) ?? 0) + weight * 0.5);
  return joinParts([{ weights: both, length: 1 }], WIDTH);
}

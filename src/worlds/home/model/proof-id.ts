import { KernelError } from "../../../kernel/index.ts";

/** What a proof leads to. Ids are short words between dots, so that they stand in addresses as they are. */
export type Proof =
  | { readonly of: "words"; readonly source_id: string; readonly start: number; readonly end: number }
  | { readonly of: "fact"; readonly entity_id: string; readonly observation_id: string; readonly field: string }
  | { readonly of: "passage"; readonly collection_id: string; readonly reference_id: string }
  | { readonly of: "instruction"; readonly id: string; readonly start: number; readonly quote: string }
  | { readonly of: "memory"; readonly id: string; readonly quote: string };

/** How much of a quote goes into its id: enough to see that the words are still the same. */
const QUOTE_CHARS_MAX = 60;

const coded = (text: string) => Buffer.from(text).toString("base64url");
const decoded = (text: string) => Buffer.from(text, "base64url").toString("utf8");

export function proofId(proof: Proof): string {
  switch (proof.of) {
    case "words":
      return `w.${proof.source_id}.${proof.start}.${proof.end}`;
    case "fact":
      return `f.${proof.entity_id}.${proof.observation_id}.${coded(proof.field)}`;
    case "passage":
      return `p.${coded(proof.collection_id)}.${coded(proof.reference_id)}`;
    case "instruction":
      return `i.${coded(proof.id)}.${proof.start}.${coded(proof.quote.slice(0, QUOTE_CHARS_MAX))}`;
    case "memory":
      return `g.${coded(proof.id)}.${coded(proof.quote.slice(0, QUOTE_CHARS_MAX))}`;
  }
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const WORDS = new RegExp(`^w\\.(${UUID})\\.(\\d{1,12})\\.(\\d{1,12})$`);
const FACT = new RegExp(`^f\\.(ent_[0-9a-f]{24})\\.(${UUID})\\.([\\w-]{1,400})$`);
const PASSAGE = /^p\.([\w-]{1,400})\.([\w-]{1,800})$/;
const INSTRUCTION = /^i\.([\w-]{1,800})\.(\d{1,12})\.([\w-]{1,400})$/;
const MEMORY = /^g\.([\w-]{1,400})\.([\w-]{1,400})$/;

/** Reads an id; one that nobody made is like one that leads nowhere. */
export function readProofId(id: string): Proof {
  const words = WORDS.exec(id);
  if (words) return { of: "words", source_id: words[1] ?? "", start: Number(words[2]), end: Number(words[3]) };
  const fact = FACT.exec(id);
  if (fact) {
    return { of: "fact", entity_id: fact[1] ?? "", observation_id: fact[2] ?? "", field: decoded(fact[3] ?? "") };
  }
  const passage = PASSAGE.exec(id);
  if (passage) {
    return { of: "passage", collection_id: decoded(passage[1] ?? ""), reference_id: decoded(passage[2] ?? "") };
  }
  const instruction = INSTRUCTION.exec(id);
  if (instruction) {
    const [, id = "", start, quote = ""] = instruction;
    return { of: "instruction", id: decoded(id), start: Number(start), quote: decoded(quote) };
  }
  const memory = MEMORY.exec(id);
  if (memory) return { of: "memory", id: decoded(memory[1] ?? ""), quote: decoded(memory[2] ?? "") };
  throw unknownProof();
}

/** Another user's proof, an unknown one and one that nobody made are the same to whoever asks. */
export function unknownProof(): KernelError {
  return new KernelError("not_found", "There is no proof with this id");
}

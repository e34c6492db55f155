import type { Answer, Home } from "../home.ts";
import { type Proof, unknownProof } from "../model/proof-id.ts";
import type { Opened } from "./opened.ts";

/** What stands in a notebook, held against its file. */
export async function openPassage(
  home: Home,
  id: string,
  { collection_id, reference_id }: Extract<Proof, { of: "passage" }>,
): Promise<Opened> {
  const entered = await home.ask("notebook", "enter_collection", { collection_id });
  if ("refused" in entered) throw unknownProof();
  const { context_handle } = entered.value;
  const fetched = await home.ask("notebook", "fetch_passage", {
    source_id: reference_id,
    ...(context_handle !== undefined && { context_handle }),
  });
  if ("refused" in fetched) throw unknownProof();
  const { passage, provenance, integrity } = fetched.value;
  return {
    proof_id: id,
    quote: passage.exact_text,
    verified: integrity.verified,
    before: passage.context_before,
    after: passage.context_after,
    source: {
      id: reference_id,
      title: provenance.notebook_title,
      when: provenance.timestamp === null ? null : new Date(provenance.timestamp).toISOString(),
      author: null,
    },
    history: [],
    log: null,
  };
}

/** What stands in an instruction; verified while its words begin as they were quoted. */
export async function openInstruction(
  home: Home,
  id: string,
  { id: entryId, start, quote }: Extract<Proof, { of: "instruction" }>,
  contextChars: number,
): Promise<Opened> {
  const read = await home.ask("instructions", "instructions_get", { id: entryId });
  if ("refused" in read || read.value.item === undefined) throw unknownProof();
  const { item } = read.value;
  const body: string = item.body;
  const verified = body.startsWith(quote, start);
  const paragraph = /^(?:[^\n]|\n(?!\s*\n))*/.exec(body.slice(start))?.[0] ?? "";
  return {
    proof_id: id,
    quote: verified ? paragraph : quote,
    verified,
    before: verified && contextChars > 0 ? body.slice(0, start).slice(-contextChars) : "",
    after: verified ? body.slice(start + paragraph.length).slice(0, contextChars) : "",
    source: { id: entryId, title: item.title, when: item.updatedAt ?? null, author: item.owner ?? null },
    history: [],
    log: null,
  };
}

const LOOKED_AT = 20;

/** A memory of the graph, found again by how it begins. */
export async function openGraphMemory(
  home: Home,
  id: string,
  { id: memoryId, quote }: Extract<Proof, { of: "memory" }>,
): Promise<Opened> {
  const found = await home.ask("graph", "search_graph", { query: quote, topK: LOOKED_AT, includeContent: true });
  if ("refused" in found) throw unknownProof();
  const memory = found.value.results.find(({ fingerprintId }: Answer) => fingerprintId === memoryId);
  if (memory?.content === undefined) throw unknownProof();
  return {
    proof_id: id,
    quote: memory.content,
    verified: memory.content.startsWith(quote),
    before: "",
    after: "",
    source: { id: memoryId, title: null, when: null, author: null },
    history: [],
    log: null,
  };
}

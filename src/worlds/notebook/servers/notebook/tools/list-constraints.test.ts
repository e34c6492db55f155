import { expect, test } from "vitest";
import { openTestNotebook } from "../../../../../../test/kit/notebook.ts";

test("lists every constraint of the contract, the settings that hold, and how to leave", async () => {
  const notebook = await openTestNotebook({ config: { constraints: { stream_timeout_s: 60 } } });
  expect(await notebook.ask("list_constraints")).toEqual({
    mutation_prohibitions: [
      "writing notebooks",
      "editing notebooks",
      "deleting notebooks",
      "modifying vectors",
      "modifying embeddings",
      "generating new knowledge",
      "applying reasoning outcomes",
      "persisting memory",
      "triggering workflows",
      "scheduling tasks",
      "calling external tools",
      "expanding affordances dynamically",
    ],
    scope_limits: {
      world_type: "read-only knowledge jurisdiction",
      authority_level: "none",
      reasoning: "forbidden",
      learning: "forbidden",
      decisions: "forbidden",
    },
    citation_requirements: {
      passages: "must quote verbatim",
      artifacts: "must include non-authoritative disclaimer",
      synthesis: "must label as synthesized with metadata",
    },
    refusal_conditions: [
      "requests for mutation",
      "requests for reasoning",
      "requests for decision-making",
      "requests for external tool invocation",
      "requests for memory persistence",
      "ambiguous requests (when scope reduction insufficient)",
    ],
    interpretation_rule: {
      when_ambiguous: [
        "reduce scope",
        "return less data",
        "prefer references over content",
        "prefer artifacts over synthesis",
      ],
      when_in_doubt: ["do not answer", "explain why"],
    },
    limits: { max_passage_context: 500, max_search_results: 50, stream_timeout_s: 60, stream_chunk_size: 10 },
    exit_and_cancel: [
      "exit: close the connection, or call enter_collection with another collection",
      "cancel a stream: stop pulling and let its token expire, cancel a pull, or call enter_collection",
      "a stream ends with its collection, its connection, its timeout or its last chunk, whichever comes first",
    ],
    non_deterministic_fields: [
      "search_time_ms",
      "last_verified",
      "stream_token",
      "context_handle",
      "metadata.created_at of a stream",
      "search_note, while vectors of new passages are still being made",
    ],
  });
});

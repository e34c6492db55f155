import { z } from "zod";
import { defineAffordance } from "../affordance.ts";

const List = z.array(z.string());

export const listConstraints = defineAffordance({
  name: "list_constraints",
  title: "List constraints",
  description: "Returns mutation prohibitions, scope limits, citation requirements, and refusal conditions",
  input: z.object({}),
  output: z.object({
    mutation_prohibitions: List,
    scope_limits: z.object({
      world_type: z.string(),
      authority_level: z.string(),
      reasoning: z.string(),
      learning: z.string(),
      decisions: z.string(),
    }),
    citation_requirements: z.object({ passages: z.string(), artifacts: z.string(), synthesis: z.string() }),
    refusal_conditions: List,
    interpretation_rule: z.object({ when_ambiguous: List, when_in_doubt: List }),
    limits: z.record(z.string(), z.number()).describe("The settings that hold on this server"),
    exit_and_cancel: List.describe("How a context and a stream end, without a tool of their own"),
    non_deterministic_fields: List.describe("Fields that may differ between two equal calls; all others do not"),
  }),
  run: (_, { constraints }) => ({
    value: {
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
      limits: { ...constraints },
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
    },
  }),
});

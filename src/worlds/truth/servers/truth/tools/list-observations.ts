import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { At, AtIngested, EntityId, Limit, Offset } from "../../../model/inputs.ts";
import { asOf } from "../../../model/time.ts";
import { NextOffset, ObservationAnswer, observationAnswer, Truncated } from "../../../read/answers.ts";
import { fitList } from "../../../read/paging.ts";
import { requireEntityAt } from "../../../read/require-entity.ts";
import type { Truth } from "../../../truth.ts";

export const listObservations = defineTool({
  name: "list_observations",
  title: "List observations",
  description: [
    "Everything that was said about one entity, newest first: who said it, when, and with what weight.",
    "The snapshot follows from these. Observations of entities that were merged into it are included.",
    "For the current truth use retrieve_entity_snapshot; for one field's source, retrieve_field_provenance.",
  ].join("\n"),
  effect: "read",
  input: z.object({ entity_id: EntityId, limit: Limit, offset: Offset, at: At, at_ingested: AtIngested }),
  output: z.object({
    observations: z.array(ObservationAnswer),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    truncated: Truncated,
    next_offset: NextOffset,
  }),
  async run(input, truth: Truth) {
    const { limit = 100, offset = 0 } = input;
    const { entity, observations } = await requireEntityAt(truth, input.entity_id, asOf(input));
    const page =
      observations === undefined
        ? await truth.observations.page(entity.id, { limit, offset })
        : observations
            .toSorted((a, b) => b.observed_at - a.observed_at || (a.id < b.id ? -1 : 1))
            .slice(offset, offset + limit);
    const { items, cut } = fitList(
      page.map((observation) => observationAnswer(observation, entity.id)),
      offset,
    );
    return { observations: items, total: entity.observation_count, limit, offset, ...cut };
  },
});

import type { ImportHost, JsonObject } from "../../../kernel/index.ts";
import { COMPANIES, INVOICE, PAYMENT, PEOPLE, WORK } from "./content.ts";

/** Two companies and their business, told as an agent would tell it: in several calls, with a correction and links. */
export async function makeDemo(host: ImportHost): Promise<string> {
  const call = (tool: string, args: JsonObject) => host.call("truth", tool, args);
  const store = async (key: string, entities: readonly JsonObject[]): Promise<string[]> => {
    const stored = await call("store_structured", { idempotency_key: `demo-${key}`, entities });
    return (stored.entities as { entity_id: string }[]).map(({ entity_id }) => entity_id);
  };
  const link = (relationship_type: string, source_entity_id = "", target_entity_id = "") =>
    call("create_relationship", { relationship_type, source_entity_id, target_entity_id });

  const [joinery, bakery] = await store("companies", COMPANIES);
  const [ines, tom] = await store("people", PEOPLE);
  const [task] = await store("work", WORK);
  const [invoice] = await store("invoice", [INVOICE]);
  const [payment] = await store("payment", [PAYMENT]);
  await link("PART_OF", ines, joinery);
  await link("PART_OF", tom, bakery);
  await link("REFERS_TO", invoice, task);
  await link("SETTLES", payment, invoice);
  await call("correct", {
    entity_id: task ?? "",
    entity_type: "task",
    field: "status",
    value: "done",
    idempotency_key: "demo-correction",
  });
  const { total } = await call("retrieve_entities", { limit: 1 });
  return `truth: ${total} entities that know each other, one of them corrected`;
}

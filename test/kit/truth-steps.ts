import fc from "fast-check";
import type { Engine } from "./kernel.ts";
import { openTestTruth, type TestTruth } from "./truth.ts";

const NAMES = ["Acme", "Beta", "Gamma"];

export type Step =
  | { readonly do: "store" | "correct"; readonly who: number; readonly value: string }
  | { readonly do: "delete" | "restore" | "unmerge" | "split"; readonly who: number }
  | { readonly do: "merge" | "link" | "unlink"; readonly who: number; readonly other: number }
  | { readonly do: "file" | "say again"; readonly who: number; readonly other: number };

export const who = fc.nat(NAMES.length - 1);
/** What a caller may do, in any order. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("store", "correct"), who, value: fc.constantFrom("x", "y") }),
  fc.record({ do: fc.constantFrom("delete", "restore", "unmerge", "split"), who }),
  fc.record({ do: fc.constantFrom("merge", "link", "unlink"), who, other: who }),
);

/** The same, and files and the same words again. */
export const everyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: steps },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("file", "say again"), who, other: who }) },
);

/** Makes the call of a step; those that make no sense now are refused and change nothing. */
export async function take(truth: TestTruth, ids: readonly string[], step: Step, n: number): Promise<void> {
  const id = ids[step.who];
  const key = { idempotency_key: `step ${n}` };
  switch (step.do) {
    case "store":
      await truth.ask("store_structured", {
        ...key,
        entities: [{ entity_type: "company", name: NAMES[step.who], industry: step.value, since: "2020-01-02" }],
      });
      return;
    case "correct":
      await truth.ask("correct", {
        ...key,
        entity_id: id,
        entity_type: "company",
        field: "country",
        value: step.value,
      });
      return;
    case "merge":
      await truth.ask("merge_entities", { from_entity_id: id, to_entity_id: ids[step.other] });
      return;
    case "unmerge":
      await truth.ask("unmerge_entities", { from_entity_id: id });
      return;
    case "split": {
      const { observations = [] } = await truth.ask("list_observations", { entity_id: id });
      await truth.ask("split_entity", {
        entity_id: id,
        observation_ids: observations.slice(0, 1).map((one: { id: string }) => one.id),
      });
      return;
    }
    case "file": {
      const rows = [step.who, step.other].map((one) => `${NAMES[one]},${step.other},2021-0${step.who + 1}-02`);
      await truth.ask("store_unstructured", {
        ...key,
        file_content: Buffer.from(["company,seats,signed_date", ...rows].join("\n")).toString("base64"),
        mime_type: "text/csv",
        original_filename: `${NAMES[step.who]}.csv`,
      });
      return;
    }
    case "say again":
      await truth.ask("store_structured", {
        ...key,
        entities: [
          { entity_type: "company", name: NAMES[step.who] },
          { entity_type: "company", name: NAMES[step.other] },
        ],
      });
      return;
    case "link":
    case "unlink":
      await truth.ask(step.do === "link" ? "create_relationship" : "delete_relationship", {
        relationship_type: "REFERS_TO",
        source_entity_id: id,
        target_entity_id: ids[step.other],
      });
      return;
    default:
      await truth.ask(`${step.do}_entity`, { entity_id: id });
  }
}

/** Three companies to do things with. */
export async function begin(engine: Engine) {
  const truth = await openTestTruth({ engine });
  const ids = await truth.put(...NAMES.map((name) => ({ entity_type: "company", name })));
  return { truth, ids };
}

import { expect, test } from "vitest";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

test("fields that no schema claims are told with how often and how alike they are", async () => {
  const truth = await openTestTruth();
  const rows = ["x", 1, "y", 2, "z"].map((odd, n) => ({
    entity_type: "company",
    name: `Firm ${n}`,
    employee_count: n,
    odd,
  }));
  // One source: enough to be told, too little to be taken in.
  await truth.put(...rows);

  const asked = { entity_type: "company" };
  expect(await truth.ask("analyze_schema_candidates", asked)).toEqual({
    recommendations: [
      {
        entity_type: "company",
        fields: [
          {
            field_name: "employee_count",
            field_type: "number",
            frequency: 5,
            confidence: 0.875,
            type_consistency: 1,
            sample_values: [0, 1, 2, 3, 4],
            naming_pattern_match: false,
            format_consistency: 1,
          },
        ],
        source: "raw_fragments",
        confidence_score: 0.875,
        reasoning: "employee_count: seen 5 times, 100 % of them number",
      },
    ],
    total_entity_types: 1,
    total_fields: 1,
    min_frequency: 5,
    min_confidence: 0.8,
  });
  expect(await truth.ask("get_schema_recommendations", asked)).toMatchObject({
    recommendations: [{ status: "pending", fields: [{ field_name: "employee_count", field_type: "number" }] }],
    total: 1,
    entity_type: "company",
  });
  // A second source makes it a field; what has two types stays what it is.
  await truth.put({ entity_type: "company", name: "Firm 9", employee_count: 9, odd: 3 });
  expect(await truth.ask("analyze_schema_candidates", { ...asked, min_confidence: 0 })).toMatchObject({
    recommendations: [{ fields: [{ field_name: "odd", type_consistency: 0.5 }] }],
  });
  expect(await truth.ask("get_schema_recommendations", asked)).toMatchObject({ total: 0 });
});

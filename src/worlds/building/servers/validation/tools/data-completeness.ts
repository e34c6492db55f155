import { z } from "zod";
import type { JsonObject } from "../../../../../kernel/index.ts";
import type { Building, Where } from "../../../building.ts";
import { ifcSchemas } from "../../../files/ifc-schemas.ts";
import { readIfcLines } from "../../../files/read-ifc.ts";
import { refuse } from "../../../model/codes.ts";
import { type Element, isBuilt } from "../../../model/element.ts";
import { checkIds, type IdsResult } from "../../../model/ids/check-ids.ts";
import { linesOfModel } from "../../../model/ids/model-lines.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { missingIn } from "../../../read/completeness.ts";
import { type Checked, defineCheck } from "../../../write/check.ts";
import { CHECKED } from "../answers.ts";

const IDS_CHARS_MAX = 2_000_000;
const MISSING_MAX = 200;
/** Of all specifications together, so that an answer stays short. */
const FAILURES_MAX = 60;
const SPECIFICATIONS_MAX = 100;

const Failure = z.object({
  element_id: z.string().nullable().describe("The element of the model; null in a file"),
  line: z.int().nullable().describe("The line of the file; null in the model"),
  global_id: z.string().nullable(),
  ifc_class: z.string(),
  facet: z.string(),
  reason: z.string(),
});

const SpecificationShown = z.object({
  name: z.string(),
  status: z.enum(["pass", "fail"]),
  usage: z.enum(["required", "optional", "prohibited"]),
  applicable: z.int(),
  passed: z.int(),
  failed: z.int(),
  reason: z.string().nullable(),
  failures: z.array(Failure),
});

export const dataCompleteness = defineCheck({
  name: "data_completeness",
  title: "Check that all data is there",
  description: [
    "Which elements lack parameters that are required: names of parameters, or Set.Property for what came with an imported model.",
    "With ids_path or ids (XML), a buildingSMART IDS file is checked instead: against the model, or against the IFC file of ifc_path. ids_status is pass, fail, or invalid where the IDS breaks its own rules, with one entry for each specification.",
    "Without elements, or without required_params and an IDS, nothing is checked and that is what is said.",
  ].join("\n"),
  input: z.object({
    element_ids: z.array(ElementId).max(10_000).default([]).describe("Everything built where it is left out or empty"),
    required_params: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
    ids_path: z.string().min(1).max(4096).optional().describe("An IDS file, below a folder that may be read"),
    ids: z.string().min(1).max(IDS_CHARS_MAX).optional().describe("The IDS itself, as XML"),
    ifc_path: z.string().min(1).max(4096).optional().describe("Check this file instead of the model"),
    ...WHERE,
  }),
  output: z.object({
    status: z.enum(["complete", "incomplete", "not_determined"]),
    elements_checked: z.int(),
    missing: z.array(
      z.object({ element_id: z.string(), category: z.string(), parameter: z.string(), reason: z.string() }),
    ),
    missing_count: z.int(),
    ids_status: z.enum(["pass", "fail", "invalid"]).optional(),
    ids_title: z.string().nullable().optional(),
    ids_faults: z.array(z.object({ where: z.string(), reason: z.string() })).optional(),
    specifications: z.array(SpecificationShown).optional(),
    ...CHECKED,
  }),
  needsBranch: ({ ifc_path, model_id, branch_id }) =>
    ifc_path === undefined || model_id !== undefined || branch_id !== undefined,
  async check(input, where, building) {
    const xml = await idsOf(input, building);
    if (xml === undefined) {
      if (input.ifc_path !== undefined) {
        throw refuse("missing_parameter", "ifc_path is checked against an IDS: give ids_path or ids", {
          argument: "ids_path",
        });
      }
      return checkParameters(input, where as Where, building);
    }
    if (input.ifc_path === undefined) return checkModel(xml, where as Where);
    const bytes = await building.files.read(input.ifc_path, building.scope.caller.transport);
    const lines = await readIfcLines(building.parse, bytes, building.scope.signal);
    return checkedIds(checkIds(xml, lines, ifcSchemas()), () => null, [], []);
  },
});

interface Asked {
  readonly ids_path?: string | undefined;
  readonly ids?: string | undefined;
}

async function idsOf({ ids_path, ids }: Asked, building: Building): Promise<string | undefined> {
  if (ids_path === undefined) return ids;
  if (ids !== undefined) {
    throw refuse("unknown_parameter", "Give either ids_path or ids", { argument: "ids" });
  }
  const bytes = await building.files.read(ids_path, building.scope.caller.transport);
  if (bytes.length > IDS_CHARS_MAX) {
    throw refuse("out_of_range", "An IDS file has at most 2 MB", { argument: "ids_path", bytes: bytes.length });
  }
  return new TextDecoder().decode(bytes);
}

async function checkParameters(
  {
    element_ids,
    required_params,
  }: { readonly element_ids: readonly string[]; readonly required_params: readonly string[] },
  where: Where,
  building: Building,
): Promise<Checked> {
  const elements: Element[] = [];
  for (const id of element_ids) elements.push(await building.require(where, id));
  if (element_ids.length === 0) elements.push(...[...where.state.all()].filter(isBuilt));
  const all = [...new Map(elements.map((one) => [one.id, one])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const missing = missingIn(all, required_params);
  const isChecked = all.length > 0 && required_params.length > 0;
  const status = missing.length > 0 ? "incomplete" : isChecked ? "complete" : "not_determined";
  const facts = { status, elements_checked: all.length, missing_count: missing.length };
  return {
    answer: { ...facts, missing: missing.slice(0, MISSING_MAX).map((one) => ({ ...one })) },
    summary: facts,
    about: all.map(({ id }) => id),
    warnings: [
      ...(isChecked ? [] : ["Nothing was checked: there must be elements, and required_params or an IDS."]),
      ...(missing.length > MISSING_MAX ? [`Only the first ${MISSING_MAX} are named.`] : []),
    ],
  };
}

function checkModel(xml: string, { state }: Where): Checked {
  const { lines, idOf } = linesOfModel(state);
  const result = checkIds(xml, lines, ifcSchemas());
  const about = [...idOf.values()];
  return checkedIds(result, (line) => idOf.get(line) ?? null, about, [
    "The model was read as IFC4. Properties that came from a file have lost the names of their data types: text counts as IFCLABEL, numbers as IFCREAL or IFCINTEGER.",
  ]);
}

function checkedIds(
  { status: ids_status, title, faults, specifications, checked, forOthers }: IdsResult,
  elementOf: (line: number) => string | null,
  about: readonly string[],
  warnings: readonly string[],
): Checked {
  // That something is not there can be seen; that what is not there is complete cannot.
  const isSeen = checked > 0 || specifications.some(({ usage }) => usage === "prohibited");
  const status = ids_status === "fail" ? "incomplete" : ids_status === "pass" && isSeen ? "complete" : "not_determined";
  let left = FAILURES_MAX;
  const shown = specifications.slice(0, SPECIFICATIONS_MAX).map(({ failures, ...one }): JsonObject => {
    const some = failures.slice(0, left);
    left -= some.length;
    return {
      ...one,
      failures: some.map(({ line, global_id, type, requirement, reason }) => {
        const element_id = elementOf(line);
        return {
          element_id,
          line: element_id === null ? line : null,
          global_id,
          ifc_class: type,
          facet: requirement,
          reason,
        };
      }),
    };
  });
  const counts = {
    ids_status,
    specifications: specifications.length,
    failed: specifications.filter((one) => one.status === "fail").length,
  };
  return {
    answer: {
      status,
      elements_checked: checked,
      missing: [],
      missing_count: 0,
      ids_status,
      ids_title: title,
      ids_faults: faults.slice(0, SPECIFICATIONS_MAX).map((fault) => ({ ...fault })),
      specifications: shown,
    },
    summary: { status, ...counts },
    about,
    warnings: [
      ...warnings,
      ...(ids_status === "pass" && !isSeen
        ? ["Nothing was checked: no specification applies to anything that is there, and none has to."]
        : []),
      ...(forOthers > 0
        ? [
            `${forOthers} of ${specifications.length} specifications are written for other editions of IFC than was checked.`,
          ]
        : []),
      ...(specifications.length > SPECIFICATIONS_MAX
        ? [`Only the first ${SPECIFICATIONS_MAX} of ${specifications.length} specifications are shown.`]
        : []),
    ],
  };
}

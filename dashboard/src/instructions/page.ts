import { element } from "../element.ts";
import { backToServers, title } from "../page.ts";
import { badge, showTable } from "../table.ts";
import { day, isOverdue, showCatalog } from "./catalog-section.ts";
import type { Entry, Gate, Part, Report, SkippedFile, ToolFlags, Use } from "./report.ts";

const HASH_CHARS_SHOWN = 16;

/** Shows the state of the instruction server. Everything on it was asked for over HTTP and only read. */
export function showInstructions(report: Report): Node[] {
  const overdue = valueOr(report.entries, []).filter(({ nextReview }) => isOverdue(nextReview, report.at));
  return [
    backToServers(),
    ...title("Instructions", "What people and agents are told to do: one file each, with an owner and a review date."),
    showFacts(report, overdue),
    section("Catalog", report.entries, (entries) =>
      entries.length === 0
        ? quiet("No instruction yet. Put files into the folder, or `bailiwick import instructions PATH`.")
        : showCatalog(entries, report.at),
    ),
    section("Overdue reviews", { value: overdue }, showOverdue),
    section("Gates", report.gates, showGates),
    section("Skipped files", report.skipped, showSkipped),
    section("Most used", report.hotset, showHotset),
    section("Tools", report.tools, showTools),
  ];
}

function showFacts(report: Report, overdue: readonly Entry[]): HTMLElement {
  const gates = valueOr(report.gates, []);
  const failed = gates.filter((gate) => !gate.passed).length;
  return element(
    "dl",
    "facts",
    fact("Governance hash", hash(valueOr(report.governanceHash, ""))),
    fact("Catalog hash", hash(report.catalogHash)),
    fact("Entries", String(valueOr(report.entries, []).length)),
    fact("Overdue reviews", badge(String(overdue.length), overdue.length === 0 ? "good" : "bad")),
    fact(
      "Gates",
      gates.length === 0
        ? "none"
        : badge(`${gates.length - failed} of ${gates.length} passed`, failed === 0 ? "good" : "bad"),
    ),
    fact("Writing", showWriting(report.mutationEnabled)),
  );
}

function fact(name: string, value: Node | string): HTMLElement {
  return element("div", "fact", element("dt", "", name), element("dd", "", value));
}

function showWriting(isOn: boolean): HTMLElement {
  const shown = isOn ? badge("on", "warn") : badge("off", "good");
  shown.title = isOn ? "MCP_ENABLE_MUTATION is set" : "MCP_ENABLE_MUTATION=1 turns it on";
  return shown;
}

/** Enough of a hash to compare by eye; all of it under the pointer. */
function hash(value: string): HTMLElement {
  const shown = element("code", "", value.length > HASH_CHARS_SHOWN ? `${value.slice(0, HASH_CHARS_SHOWN)}…` : value);
  shown.title = value;
  return shown;
}

function section<Value>(heading: string, part: Part<Value>, show: (value: Value) => HTMLElement): HTMLElement {
  const body = "value" in part ? show(part.value) : quiet(part.absent);
  return element("section", "part", element("h3", "", heading), body);
}

function showOverdue(entries: readonly Entry[]): HTMLElement {
  if (entries.length === 0) return quiet("Every review is up to date.");
  const oldestFirst = [...entries].sort((a, b) => Date.parse(a.nextReview) - Date.parse(b.nextReview));
  return showTable(
    [
      { heading: "Id", show: ({ id }) => element("code", "", id) },
      { heading: "Title", show: ({ title }) => title },
      { heading: "Owner", show: ({ owner }) => owner },
      { heading: "Was due", show: ({ nextReview }) => badge(day(nextReview), "bad") },
    ],
    oldestFirst,
  );
}

function showGates(gates: readonly Gate[]): HTMLElement {
  if (gates.length === 0) return quiet("gates.json names no gate.");
  return showTable(
    [
      { heading: "Gate", show: ({ id }) => element("code", "", id) },
      { heading: "Result", show: ({ passed }) => (passed ? badge("passed", "good") : badge("failed", "bad")) },
      { heading: "Counted", show: ({ outcome }) => element("code", "", outcome) },
      { heading: "Severity", show: ({ severity }) => severity },
      { heading: "Note", show: ({ note }) => note },
    ],
    gates,
  );
}

function showSkipped(files: readonly SkippedFile[]): HTMLElement {
  if (files.length === 0) return quiet("Every file of the folder could be used.");
  return showTable(
    [
      { heading: "File", show: ({ file }) => element("code", "", file) },
      { heading: "Why", show: ({ reason }) => reason },
    ],
    files,
  );
}

function showHotset(uses: readonly Use[]): HTMLElement {
  if (uses.length === 0) return quiet("Nothing has been used yet.");
  return showTable(
    [
      { heading: "Id", show: ({ id }) => element("code", "", id) },
      { heading: "Uses", show: ({ count }) => count },
      { heading: "Last", show: ({ last }) => day(last) },
    ],
    uses,
  );
}

function showTools(tools: readonly ToolFlags[]): HTMLElement {
  return showTable(
    [
      { heading: "Method", show: ({ method }) => element("code", "", method) },
      { heading: "Kind", show: ({ mutation }) => (mutation ? badge("mutation", "warn") : badge("read")) },
      { heading: "Contract", show: ({ stable }) => (stable ? badge("stable", "good") : badge("experimental")) },
      { heading: "State", show: ({ disabled }) => (disabled ? badge("disabled", "bad") : "") },
    ],
    tools,
  );
}

function quiet(text: string): HTMLElement {
  return element("p", "quiet", text);
}

function valueOr<Value>(part: Part<Value>, otherwise: Value): Value {
  return "value" in part ? part.value : otherwise;
}

import { element } from "../element.ts";
import { action, choice, field, problemLine, quiet, section, textInput, title, type View } from "../page.ts";
import { moment, said } from "../said.ts";
import { showTable } from "../table.ts";
import { changeRecord, fetchHistory, fetchRecords, type PermissionRecord, type Subject } from "./record.ts";

/** Records to begin with, by what they are for. */
const BEGINNINGS: Readonly<Record<string, object>> = {
  "Only read": { permissions: { READ: {} } },
  "Ask before it deletes or overwrites": { approvals: "on" },
  "Ask about these tools": { requires_approval: ["truth/delete_entity", "truth/merge_entities"] },
  "Only on one server": { permissions: { READ: { servers: ["truth"] }, CREATE: { servers: ["truth"] } } },
};

const WORDS: readonly (readonly [string, string])[] = [
  [
    "permissions",
    "READ, CREATE, MODIFY, DELETE, APPROVE; each {} or limited to servers, entity_types, collections, categories, levels, regions, branch_patterns. Left out: all are given.",
  ],
  ["requires_approval", "tools (server/tool) and kinds of entries that a person must approve"],
  ["approvals", '"on" or "off": whether destructive and bulk calls need one'],
  ["approve_in_client, approval_minutes, bulk_over", "where it may be answered, how long it counts, what is bulk"],
  ["max_elements_per_operation, max_operations_per_session, calls_per_minute", "limits; 0 is none"],
  ["dry_run", "true rehearses unless the call says otherwise; or {server: true}"],
];

/** What agents and people may do. */
export async function showPermissions(view: View): Promise<Node[]> {
  if (!view.person.isOperator) {
    return [
      ...title("Permissions", "Operators say what agents and people may do."),
      section("You", quiet("Ask an operator for more.")),
    ];
  }
  const records = await fetchRecords();
  const lead =
    records.length === 0
      ? "Nothing is said of anybody: every agent may do what its server allows."
      : "What is left out is as the record of all agents (*) has it, then as usual. A change holds from the next call on.";
  return [
    ...title("Permissions", lead),
    ...records.map((record) => showRecord(record, view)),
    showNew(view),
    section(
      "What a record may say",
      showTable(
        [
          { heading: "Word", show: ([word]) => element("code", "", word) },
          { heading: "Meaning", show: ([, meaning]) => meaning },
        ],
        WORDS,
      ),
    ),
  ];
}

function showRecord({ subject, record, version, changedAt, source }: PermissionRecord, view: View): HTMLElement {
  const problem = problemLine();
  const editor = editorOf(JSON.stringify(record, null, 2));
  const history = element("div", "");
  return section(
    nameOf(subject),
    quiet(`Version ${version}, ${moment(changedAt)}, from the ${source}`),
    editor,
    element(
      "div",
      "actions",
      action("Save", "good", problem, async () => {
        await changeRecord(subject, recordIn(editor), version);
        await view.reload();
      }),
      action("History", "plain", problem, async () => history.replaceChildren(await showHistory(subject))),
      action("Remove", "bad", problem, async () => {
        await changeRecord(subject, null, version);
        await view.reload();
      }),
    ),
    problem,
    history,
  );
}

function showNew(view: View): HTMLElement {
  const kind = choice("kind", { agent: "Agent", person: "Person" });
  const name = textInput("subject");
  const user = textInput("with");
  const problem = problemLine();
  const editor = editorOf("{}");
  const beginnings = Object.entries(BEGINNINGS).map(([text, record]) =>
    action(text, "plain", problem, async () => {
      editor.value = JSON.stringify(record, null, 2);
    }),
  );
  return section(
    "A new record",
    element(
      "div",
      "fields",
      field("Of", kind),
      field("Name", name, "As it stands in the audit; * is all agents that have none."),
      field("Only with user", user, "For an agent; empty is every user."),
    ),
    element("div", "actions", ...beginnings),
    editor,
    element(
      "div",
      "actions",
      action("Add", "good", problem, async () => {
        const who = name.value.trim();
        const withUser = user.value.trim();
        const agent = { agent: who, ...(withUser !== "" && { user: withUser }) };
        await changeRecord(kind.value === "person" ? { person: who } : agent, recordIn(editor), null);
        await view.reload();
      }),
    ),
    problem,
  );
}

async function showHistory(subject: Subject): Promise<HTMLElement> {
  return showTable(
    [
      { heading: "Version", show: ({ version }) => String(version) },
      { heading: "When", show: ({ at }) => moment(at) },
      { heading: "By", show: ({ by, source }) => `${said(by)}, ${source}` },
      {
        heading: "Record",
        show: ({ record }) => (record === undefined ? "removed" : element("code", "", said(JSON.stringify(record)))),
      },
    ],
    await fetchHistory(subject),
  );
}

function editorOf(text: string): HTMLTextAreaElement {
  const editor = element("textarea", "input code");
  editor.value = text;
  editor.rows = Math.min(16, text.split("\n").length + 1);
  editor.spellcheck = false;
  editor.setAttribute("aria-label", "The record, in JSON");
  return editor;
}

function recordIn(editor: HTMLTextAreaElement): Record<string, unknown> {
  try {
    return JSON.parse(editor.value) as Record<string, unknown>;
  } catch {
    throw new Error("This is no JSON: look for a missing comma or quote. Nothing was changed.");
  }
}

function nameOf({ agent = "", user, person }: Subject): string {
  if (person !== undefined) return said(`Person ${person}`);
  if (agent === "*" && user === undefined) return "All agents that are not named (*)";
  return said(user === undefined ? `Agent ${agent}` : `Agent ${agent} with ${user}`);
}

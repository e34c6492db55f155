import { element } from "../element.ts";
import { field, link, quiet, section, textInput, title, type View } from "../page.ts";
import { fetchJson, readCount, readList, readObject, readOptional, readText } from "../read-json.ts";
import { moment, said } from "../said.ts";
import { badge, showTable } from "../table.ts";

interface Line {
  readonly at: string;
  readonly user: string;
  readonly agent: string;
  readonly what: string;
  readonly kind: string;
  readonly outcome: string;
  readonly reasoning: string;
  readonly approval: string;
}

const ID_CHARS_SHOWN = 8;

const FILTERS: Readonly<Record<string, string>> = {
  user: "User",
  agent: "Agent",
  tool: "Tool",
  since: "Since",
  approval: "Approval",
};

/** Who did what, when, why and under which approval. */
export async function showAudit({ query, person }: View): Promise<Node[]> {
  const asked = new URLSearchParams([...query].filter(([name, value]) => Object.hasOwn(FILTERS, name) && value !== ""));
  const { count, lines } = readObject(await fetchJson(`/api/audit?${asked}`));
  const total = readCount(count);
  const shown = readList(lines).map(readLine);
  const more = total > shown.length ? ` Shown are the newest ${shown.length}; a download has all.` : "";
  return [
    ...title(
      "Audit",
      person.isOperator ? "What was done and what was refused, by everybody." : "What you and your agents did.",
    ),
    showFilter(asked, person.isOperator),
    section(
      `${total} ${total === 1 ? "entry" : "entries"}`,
      ...(more === "" ? [] : [quiet(more)]),
      total === 0
        ? quiet(asked.size === 0 ? "Nothing was done or refused yet." : "Nothing fits; take a filter away.")
        : showLines(shown),
    ),
  ];
}

function showFilter(asked: URLSearchParams, isOperator: boolean): HTMLElement {
  const form = element("form", "part filter");
  for (const [name, heading] of Object.entries(FILTERS)) {
    if (name === "user" && !isOperator) continue;
    form.append(field(heading, textInput(name, asked.get(name) ?? "", name === "since" ? "date" : "text")));
  }
  const apply = element("button", "", "Show");
  apply.type = "submit";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = [...new FormData(form)].flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]]));
    location.hash = `#/audit?${new URLSearchParams(wanted)}`;
  });
  const download = (format: string) => {
    const made = link(
      `Download ${format.toUpperCase()}`,
      `/api/audit/download?${new URLSearchParams([...asked, ["format", format]])}`,
    );
    made.download = `audit.${format}`;
    return made;
  };
  form.append(element("div", "actions", apply, link("All", "#/audit"), download("csv"), download("json")));
  form.append(quiet("The JSON carries signed heads and hashes: bailiwick verify-proof checks it."));
  return form;
}

function showLines(lines: readonly Line[]): HTMLElement {
  return showTable(
    [
      { heading: "When", show: ({ at }) => moment(at) },
      { heading: "Who", show: ({ agent, user }) => said(agent === "" ? user : `${agent} for ${user}`) },
      {
        heading: "What",
        show: ({ what, kind }) => element("span", "", element("code", "", said(what)), ` ${said(kind)}`),
      },
      {
        heading: "Outcome",
        show: ({ outcome }) => (outcome === "done" ? badge("done", "good") : element("span", "refused", said(outcome))),
      },
      { heading: "Why", show: ({ reasoning }) => said(reasoning) },
      {
        heading: "Approval",
        show: ({ approval }) => (approval === "" ? "" : showApproval(approval)),
      },
    ],
    lines,
  );
}

/** Its end tells it from others; all of it is under the pointer. */
function showApproval(id: string): HTMLElement {
  const made = link(`…${said(id.slice(-ID_CHARS_SHOWN))}`, `#/audit?approval=${encodeURIComponent(id)}`);
  made.title = id;
  return made;
}

function readLine(value: unknown): Line {
  const { at, user, agent, server, tool, kind, outcome, reasoning, approval_id } = readObject(value);
  return {
    at: readText(at),
    user: readText(user),
    agent: readOptional(agent),
    what: `${readText(server)}/${readText(tool)}`,
    kind: readText(kind),
    outcome: readText(outcome),
    reasoning: readOptional(reasoning),
    approval: readOptional(approval_id),
  };
}

import { element } from "../element.ts";
import { action, field, link, problemLine, quiet, section, title, type View } from "../page.ts";
import { moment, said, saidJson } from "../said.ts";
import { badge, showTable } from "../table.ts";
import { type Approval, type Approvals, decide } from "./approval.ts";

const TRIGGERS: Readonly<Record<string, string>> = {
  destructive: "it removes or overwrites something",
  bulk: "it touches many things at once",
  listed_event: "the operator wants to be asked about entries of this kind",
  listed_tool: "the operator wants to be asked about this tool",
};

const MOODS: Readonly<Record<string, "good" | "warn" | "bad">> = { approved: "good", used: "good", rejected: "bad" };

/** What waits for a person, and what was decided. */
export function showApprovals({ waitingCount, waiting, decided }: Approvals, view: View): Node[] {
  const counted = waitingCount === 1 ? "One call waits" : `${waitingCount} calls wait`;
  const lead = waitingCount === 0 ? "Nothing waits for a decision." : `${counted} for a person to decide.`;
  const left = waitingCount - waiting.length;
  return [
    ...title("Approvals", lead),
    ...(waiting.length === 0 ? [showNothing(view)] : waiting.map((approval) => showWaiting(approval, view))),
    ...(left > 0 ? [quiet(`${left} more appear here as these are decided.`)] : []),
    section("Decided", showDecided(decided)),
  ];
}

function showNothing({ person }: View): HTMLElement {
  const how = person.isOperator
    ? ["Which calls need one is said under ", link("Permissions", "#/permissions"), "."]
    : ["Which calls need one, an operator says."];
  return element(
    "section",
    "part",
    quiet("When an agent's call needs a person's approval, it appears here, with all that it would do."),
    element("p", "quiet", ...how),
  );
}

function showWaiting(approval: Approval, view: View): HTMLElement {
  const { agent, user, server, tool, trigger, affectedCount, affectedIds, wouldRecord } = approval;
  const reason = element("textarea", "input");
  Object.assign(reason, { rows: 2, maxLength: 2000, name: "reason" });
  const problem = problemLine();
  const settle = (decision: "approve" | "reject") => async () => {
    await decide(approval.id, decision, reason.value.trim());
    await view.reload();
  };
  const card = element(
    "article",
    "part ask",
    element("h3", "", element("code", "", `${server}/${tool}`)),
    element("p", "", element("strong", "", said(agent)), ` asks, acting for ${said(user)}.`),
    element(
      "dl",
      "told",
      ...fact("Why a person is asked", TRIGGERS[trigger] ?? trigger),
      ...fact("Its reason", approval.reasoning === "" ? "none given" : said(approval.reasoning)),
      ...fact("It would affect", `${affectedCount} ${affectedCount === 1 ? "thing" : "things"}`),
      ...fact("Which", affectedIds.length === 0 ? "" : element("code", "", affectedIds.map(said).join("\n"))),
      ...fact("It would record", element("code", "", wouldRecord.map(said).join("\n"))),
      ...fact("With", showArguments(approval)),
      ...fact("Asked", moment(approval.requestedAt)),
      ...fact("Declined in its client", approval.declinedAt === "" ? "" : moment(approval.declinedAt)),
      ...fact("Waits until", moment(approval.expiresAt)),
    ),
    field("Your reason", reason, "The agent is told, and the log keeps it."),
    element(
      "div",
      "actions",
      action("Approve", "good", problem, settle("approve")),
      action("Reject", "bad", problem, settle("reject")),
    ),
    problem,
  );
  card.dataset.approval = approval.id;
  return card;
}

function showArguments({ arguments: given, argumentsHash }: Approval): HTMLElement {
  if (given === "") return quiet(`Too long to show; their hash is ${argumentsHash}`);
  const shown = element("pre", "", saidJson(given));
  shown.tabIndex = 0;
  return shown;
}

function fact(name: string, value: Node | string): HTMLElement[] {
  return value === "" ? [] : [element("dt", "", name), element("dd", "", value)];
}

function showDecided(decided: readonly Approval[]): HTMLElement {
  if (decided.length === 0) return quiet("Nothing was decided yet.");
  return showTable(
    [
      { heading: "Call", show: ({ server, tool }) => element("code", "", `${server}/${tool}`) },
      { heading: "Agent", show: ({ agent, user }) => `${said(agent)} for ${said(user)}` },
      { heading: "State", show: ({ state }) => badge(state, MOODS[state]) },
      { heading: "When", show: ({ decidedAt, expiresAt }) => moment(decidedAt || expiresAt) },
      {
        heading: "By",
        show: ({ decidedBy, decidedIn }) => (decidedBy === "" ? "" : `${said(decidedBy)}, ${decidedIn}`),
      },
      { heading: "Reason", show: ({ reason }) => said(reason) },
      { heading: "Log", show: ({ id }) => link("entries", `#/audit?approval=${encodeURIComponent(id)}`) },
    ],
    decided,
  );
}

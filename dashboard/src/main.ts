import { fetchApprovals } from "./approvals/approval.ts";
import { showApprovals } from "./approvals/page.ts";
import { showAudit } from "./audit/page.ts";
import { fetchOffer } from "./catalog.ts";
import { element } from "./element.ts";
import { showGraph } from "./graph/page.ts";
import { showInstructions } from "./instructions/page.ts";
import { fetchInstructions } from "./instructions/report.ts";
import { showOffer } from "./offer-page.ts";
import { link, type Person, type View, wordsOf } from "./page.ts";
import { showPermissions } from "./permissions/page.ts";
import { fetchJson, readObject, readText } from "./read-json.ts";
import { showUsers } from "./users/page.ts";

const LOOK_AGAIN_MS = 5000;

const main = requireElement("main");
const health = requireElement("health");
const nav = requireElement("nav");

function requireElement(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found;
}

async function showHealth(): Promise<void> {
  const answered = await fetch("/healthz").catch(() => undefined);
  if (answered?.ok) {
    health.dataset.state = "good";
    health.textContent = "Running";
  } else {
    health.dataset.state = "bad";
    health.textContent = answered === undefined ? "Not answering" : `In trouble (${answered.status})`;
  }
}

/** What stands behind each address of this page. */
const VIEWS: Readonly<Record<string, (view: () => Promise<View>) => Promise<readonly Node[]>>> = {
  "#/": async () => showOffer(await fetchOffer()),
  "#/instructions": async () => showInstructions(await fetchInstructions()),
  "#/graph": async (view) => showGraph(await view()),
  "#/approvals": async (view) => showWaiting(await view()),
  "#/permissions": async (view) => showPermissions(await view()),
  "#/users": async (view) => showUsers(await view()),
  "#/audit": async (view) => showAudit(await view()),
};

const NAMES: Readonly<Record<string, string>> = {
  "#/": "Servers",
  "#/approvals": "Approvals",
  "#/permissions": "Permissions",
  "#/users": "Users",
  "#/audit": "Audit",
};

function addressNow(): string {
  const [address = ""] = location.hash.split("?");
  return Object.hasOwn(VIEWS, address) ? address : "#/";
}

async function viewNow(): Promise<View> {
  const { name, is_operator, signs_in } = readObject(await fetchJson("/api/person"));
  const person = { name: readText(name), isOperator: is_operator === true, signsIn: signs_in === true };
  showNav(person);
  return { person, query: new URLSearchParams(location.hash.split("?")[1] ?? ""), reload: showView };
}

function showNav(person?: Person): void {
  const here = addressNow();
  const links = Object.entries(NAMES).map(([address, name]) => {
    const made = link(name, address);
    if (address === here) made.setAttribute("aria-current", "page");
    return made;
  });
  nav.replaceChildren(...links, ...(person?.signsIn === true ? [showSignOut(person)] : []));
}

function showSignOut({ name }: Person): HTMLElement {
  const button = element("button", "", "Sign out");
  button.type = "submit";
  const form = element("form", "who", element("span", "quiet", name), button);
  form.method = "post";
  form.action = "/sign-out";
  return form;
}

let shownWaiting = "";

async function showWaiting(view: View): Promise<Node[]> {
  const approvals = await fetchApprovals();
  shownWaiting = approvals.waiting.map(({ id }) => id).join();
  return showApprovals(approvals, view);
}

/** Agents ask while a person looks. Nothing moves under the hands of whoever is writing a reason. */
async function lookAgain(): Promise<void> {
  if (addressNow() !== "#/approvals" || document.hidden) return;
  const waiting = (await fetchApprovals()).waiting.map(({ id }) => id).join();
  const isWriting = [...main.querySelectorAll("textarea")].some(({ value }) => value !== "");
  if (waiting !== shownWaiting && !isWriting && addressNow() === "#/approvals") await showView();
}

async function showView(): Promise<void> {
  const { hash } = location;
  try {
    const nodes = (await VIEWS[addressNow()]?.(viewNow)) ?? [];
    // Whoever has gone on meanwhile must not be taken back.
    if (hash === location.hash) main.replaceChildren(...nodes);
  } catch (error) {
    if (hash === location.hash) main.replaceChildren(showFailure(error));
  }
}

function showFailure(error: unknown): HTMLElement {
  const again = element("button", "", "Try again");
  again.type = "button";
  again.addEventListener("click", load);
  const notice = element(
    "section",
    "notice",
    element("h2", "", "This could not be read"),
    element("p", "", wordsOf(error)),
    again,
  );
  notice.dataset.state = "bad";
  return notice;
}

function load(): void {
  showNav();
  void showHealth();
  void showView();
}

addEventListener("hashchange", () => {
  load();
  scrollTo(0, 0);
});
// Where it fails, the next look or the person's own click says so.
setInterval(() => void lookAgain().catch(showHealth), LOOK_AGAIN_MS);
load();

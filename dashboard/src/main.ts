import { fetchOffer } from "./catalog.ts";
import { element } from "./element.ts";
import { showInstructions } from "./instructions/page.ts";
import { fetchInstructions } from "./instructions/report.ts";
import { showOffer } from "./offer-page.ts";

const main = requireElement("main");
const health = requireElement("health");

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
const VIEWS: Readonly<Record<string, () => Promise<readonly Node[]>>> = {
  "#/": async () => showOffer(await fetchOffer()),
  "#/instructions": async () => showInstructions(await fetchInstructions()),
};

async function showView(): Promise<void> {
  const address = Object.hasOwn(VIEWS, location.hash) ? location.hash : "#/";
  try {
    const nodes = (await VIEWS[address]?.()) ?? [];
    // Whoever has gone on meanwhile must not be taken back.
    if (address === (Object.hasOwn(VIEWS, location.hash) ? location.hash : "#/")) main.replaceChildren(...nodes);
  } catch (error) {
    main.replaceChildren(showFailure(error));
  }
}

function showFailure(error: unknown): HTMLElement {
  const reason =
    error instanceof TypeError
      ? "The server did not answer. Is it still running?"
      : String(error).replace(/^Error: /, "");
  const again = element("button", "", "Try again");
  again.type = "button";
  again.addEventListener("click", load);
  const notice = element(
    "section",
    "notice",
    element("h2", "", "This could not be read"),
    element("p", "", reason),
    again,
  );
  notice.dataset.state = "bad";
  return notice;
}

function load(): void {
  void showHealth();
  void showView();
}

addEventListener("hashchange", () => {
  load();
  scrollTo(0, 0);
});
load();

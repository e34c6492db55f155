import { fetchServers, type Server } from "./catalog.ts";
import { element } from "./element.ts";
import { showServer } from "./server-card.ts";

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

async function showServers(): Promise<void> {
  try {
    const servers = await fetchServers();
    if (servers.length === 0) main.replaceChildren(showNothing());
    else main.replaceChildren(showSummary(servers), element("div", "cards", ...servers.map(showServer)));
  } catch (error) {
    main.replaceChildren(showFailure(error));
  }
}

function showSummary(servers: readonly Server[]): HTMLElement {
  const tools = servers.reduce((sum, server) => sum + server.tools.length, 0);
  const counts = `${servers.length} ${servers.length === 1 ? "server" : "servers"}, ${tools} ${tools === 1 ? "tool" : "tools"}.`;
  return element("p", "lead", `${counts} Connect a client only to the servers it needs.`);
}

function showNothing(): HTMLElement {
  return element(
    "section",
    "notice",
    element("h2", "", "No servers yet"),
    element("p", "", "The program runs, but it was started without any server to offer."),
    element("p", "", "Start it with --servers and the names you want, or without --servers for all of them."),
  );
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
    element("h2", "", "The list of servers could not be read"),
    element("p", "", reason),
    again,
  );
  notice.dataset.state = "bad";
  return notice;
}

function load(): void {
  void showHealth();
  void showServers();
}

load();

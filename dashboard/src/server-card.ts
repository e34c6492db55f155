import { describeConnection, type Server, type Tool } from "./catalog.ts";
import { element } from "./element.ts";

const COPIED_MS = 2000;

/** Servers whose state has a view of its own. */
const VIEWS: Readonly<Record<string, string>> = { graph: "#/graph", instructions: "#/instructions" };

/** Shows one server: what it is, what it offers, how to reach it where a client can. */
export function showServer(server: Server, endpoint: string | undefined): HTMLElement {
  const count = `${server.tools.length} ${server.tools.length === 1 ? "tool" : "tools"}`;
  return element(
    "article",
    "card",
    element(
      "header",
      "card-head",
      element("p", "card-line quiet", element("span", "", `World: ${server.world}`), element("span", "", count)),
      element("div", "card-line", element("h2", "", server.title), element("code", "quiet", server.name)),
    ),
    element("p", "about", server.about),
    ...showLink(server),
    showTools(server.tools),
    ...(endpoint === undefined ? [] : [showConnection(server, endpoint)]),
  );
}

function showLink(server: Server): HTMLElement[] {
  const view = VIEWS[server.name];
  if (view === undefined) return [];
  const link = element("a", "look", "Look inside");
  link.href = view;
  return [link];
}

function showTools(tools: readonly Tool[]): HTMLElement {
  if (tools.length === 0) return element("p", "quiet", "This server offers no tools.");
  return element("details", "", element("summary", "", "Tools"), element("ul", "tools", ...tools.map(showTool)));
}

function showTool(tool: Tool): HTMLElement {
  const effect = element("span", "effect", tool.effect);
  effect.dataset.effect = tool.effect;
  return element(
    "li",
    "",
    element("div", "tool-head", element("code", "", tool.name), effect),
    element("p", "tool-title", tool.title),
    element("p", "tool-description", tool.description),
  );
}

function showConnection(server: Server, endpoint: string): HTMLElement {
  const text = describeConnection(server, endpoint);
  const pasted = element("pre", "", text);
  pasted.tabIndex = 0;
  const button = element("button", "copy", "Copy");
  button.type = "button";
  button.setAttribute("aria-label", `Copy the configuration for ${server.title}`);
  button.addEventListener("click", () => copy(text, pasted, button));
  return element("details", "", element("summary", "", "Connect a client"), element("div", "paste", pasted, button));
}

async function copy(text: string, pasted: HTMLElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Browsers keep the clipboard from pages that came over plain HTTP from another machine.
    getSelection()?.selectAllChildren(pasted);
    button.textContent = "Selected: copy it with the keyboard";
  }
  setTimeout(() => {
    button.textContent = "Copy";
  }, COPIED_MS);
}

import type { Offer } from "./catalog.ts";
import { element } from "./element.ts";
import { showServer } from "./server-card.ts";

/** Shows every server that runs here. */
export function showOffer({ servers, endpoint }: Offer): Node[] {
  if (servers.length === 0) return [showNothing()];
  const tools = servers.reduce((sum, server) => sum + server.tools.length, 0);
  const counts = `${servers.length} ${servers.length === 1 ? "server" : "servers"}, ${tools} ${tools === 1 ? "tool" : "tools"}.`;
  const isHomeHere = servers.some(({ name }) => name === "home");
  const advice =
    endpoint === undefined
      ? "A client is connected over pipes."
      : isHomeHere
        ? "Begin with Home, which remembers and asks the others; add a server where a client needs its own tools."
        : "Connect a client only to the servers it needs.";
  return [
    element("p", "lead", `${counts} ${advice}`),
    element("div", "cards", ...servers.map((server) => showServer(server, endpoint))),
  ];
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

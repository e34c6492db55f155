export { readCookie, setCookie } from "./cookies.ts";
export { dashboardIsBuilt } from "./dashboard-files.ts";
export type { Arrival, Gate, Need, Person } from "./gate.ts";
export { type HttpServer, startHttpServer } from "./http-server.ts";
export { createPageLink } from "./page-link.ts";
export { readJson, readSmallBody } from "./read-body.ts";

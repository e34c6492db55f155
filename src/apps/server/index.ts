export { dashboardIsBuilt } from "./dashboard-files.ts";
export { type HttpServer, startHttpServer } from "./http-server.ts";

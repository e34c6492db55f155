import { existsSync, readFileSync, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { productRoot } from "../product-root.ts";

const FOLDER = join(productRoot(), "dashboard", "dist");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

const HEADERS = {
  "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  "x-content-type-options": "nosniff",
  // Without one, a browser would hide from us too that a form came from a page of ours.
  "referrer-policy": "same-origin",
};

export function dashboardIsBuilt(): boolean {
  return existsSync(join(FOLDER, "index.html"));
}

/** Sends one of the dashboard's built files; false when there is no such file. */
export function sendDashboardFile(pathname: string, response: ServerResponse, status = 200): boolean {
  const path = join(FOLDER, normalize(pathname === "/" ? "/index.html" : pathname));
  const type = TYPES[extname(path)];
  if (type === undefined || !path.startsWith(FOLDER) || !statSync(path, { throwIfNoEntry: false })?.isFile())
    return false;
  // Built files carry a hash in their name; the page that names them must always be fresh.
  const cache = pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  response.writeHead(status, { ...HEADERS, "content-type": type, "cache-control": cache });
  response.end(readFileSync(path));
  return true;
}

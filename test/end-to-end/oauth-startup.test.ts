import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { startStdio } from "../kit/processes.ts";

/** Said on stderr when the process ends: which of the packages of signing in were loaded. */
const NOTE = `
import { registerHooks } from "node:module";
const seen = new Set();
registerHooks({ resolve(specifier, context, next) { seen.add(specifier); return next(specifier, context); } });
const wanted = ["oidc-provider", "jose", "openid-client", "@node-rs/argon2", "better-sqlite3"];
process.on("exit", () => process.stderr.write("loaded: " + JSON.stringify(wanted.filter((name) => seen.has(name))) + "\\n"));
`;

test("a server over pipes loads nothing of signing in, with a connection no more than the database", async () => {
  const folder = temporaryFolder();
  const note = join(folder, "note.mjs");
  writeFileSync(note, NOTE);
  const NODE_OPTIONS = `--import=${pathToFileURL(note).href}`;
  const loaded = async (env: Record<string, string>) => {
    const peer = startStdio("conformance", ["--data", join(folder, "data")], { NODE_OPTIONS, ...env });
    await peer.initialize();
    await peer.callTool("test_write", { text: "x" });
    await peer.end();
    return JSON.parse(/loaded: (.*)/.exec(peer.stderr)?.[1] ?? "null");
  };
  expect(await loaded({})).toEqual(["better-sqlite3"]);
  expect(await loaded({ NEOTOMA_CONNECTION_ID: "a-connection" })).toEqual(["better-sqlite3"]);
});

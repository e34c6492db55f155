import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { ownNames } from "./own-names.ts";

function isRefused(options: Parameters<typeof ownNames>[0], headers: { host?: string; origin?: string }): boolean {
  try {
    ownNames(options).require({ headers } as IncomingMessage);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "wrong_host", kind: { status: 403 } });
    return true;
  }
}

const LOCAL = { host: "127.0.0.1", allowedHosts: [] };
const OPEN = { host: "0.0.0.0", allowedHosts: ["box.lan"], allowedOrigins: ["https://app.example"] };

test.each([
  "user@localhost",
  "user:secret@localhost:7777",
  "localhost@evil.example",
  "localhost/evil",
  "localhost#",
  "localhost:7777:1",
  "localhost:port",
  " ",
  "",
  "[::1",
  "évil",
])("the header Host: %j is no name of this server", (host) => {
  expect(isRefused(LOCAL, { host })).toBe(true);
});

test("it is told whether the name or the page is a stranger's", () => {
  const { require } = ownNames(LOCAL);
  const ask = (headers: { host: string; origin?: string }) => () => require({ headers } as IncomingMessage);
  expect(ask({ host: "evil.example", origin: "http://localhost" })).toThrow("This server does not go by that name");
  const elsewhere = "Pages of this origin may not call this server";
  expect(ask({ host: "localhost:7777", origin: "https://evil.example" })).toThrow(elsewhere);
  expect(ask({ host: "localhost:7777", origin: "null" })).toThrow(elsewhere);
});

test.each(["localhost", "LOCALHOST:7777", "127.0.0.1:1", "[::1]:65535"])("it goes by %s", (host) => {
  expect(isRefused(LOCAL, { host })).toBe(false);
});

test.each([
  [{ host: "box.lan:7777" }, false],
  [{ host: "0.0.0.0:7777" }, true],
  [{ host: "192.168.1.5:7777" }, true],
  [{ host: "localhost:7777" }, false],
  [{ host: "box.lan:7777", origin: "http://box.lan:7777" }, false],
  [{ host: "box.lan:7777", origin: "http://box.lan:8080" }, true],
  [{ host: "box.lan:7777", origin: "http://localhost:3000" }, true],
  [{ host: "box.lan:7777", origin: "https://app.example" }, false],
  [{ host: "box.lan:7777", origin: "http://app.example" }, true],
  [{ host: "box.lan:7777", origin: "null" }, true],
])("open to the network, %j is refused: %s", (headers, refused) => {
  expect(isRefused(OPEN, headers)).toBe(refused);
});

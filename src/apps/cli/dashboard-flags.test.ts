import { expect, test } from "vitest";
import { readDashboardFlags } from "./dashboard-flags.ts";

test.each([
  [{}, { on: undefined, place: undefined }],
  [{ dashboard: true }, { on: true, place: undefined }],
  [{ "no-dashboard": true }, { on: false, place: undefined }],
  [{ "dashboard-port": "9000" }, { on: true, place: { host: "127.0.0.1", port: 9000, tries: 10 } }],
  [
    { dashboard: true, "dashboard-tries": "0" },
    { on: true, place: { host: "127.0.0.1", port: 8787, tries: 0 } },
  ],
  [{ "dashboard-host": "::1" }, { on: true, place: { host: "::1", port: 8787, tries: 10 } }],
])("%j asks for %j", (flags, wish) => {
  expect(readDashboardFlags(flags)).toEqual(wish);
});

test.each([
  [{ "dashboard-port": "x" }, "--dashboard-port is wrong: a whole number from 0 to 65535"],
  [{ "dashboard-port": "65536" }, "--dashboard-port is wrong: a whole number from 0 to 65535"],
  [{ "dashboard-port": "1e3" }, "--dashboard-port is wrong: a whole number from 0 to 65535"],
  [{ "dashboard-tries": "-1" }, "--dashboard-tries is wrong: a whole number from 0 to 1000"],
  [{ "no-dashboard": true, dashboard: true }, "--no-dashboard contradicts the other flags of the dashboard"],
  [{ "no-dashboard": true, "dashboard-port": "1" }, "--no-dashboard contradicts the other flags of the dashboard"],
])("%j is refused", (flags, message) => {
  expect(() => readDashboardFlags(flags)).toThrow(message);
});

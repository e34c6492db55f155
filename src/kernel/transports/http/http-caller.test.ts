import { expect, test } from "vitest";
import { httpCaller } from "./http-caller.ts";

test.each([
  ["203.0.113.9", "address 203.0.113.9"],
  ["::ffff:203.0.113.9", "address 203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "address 2001:db8:1:2"],
  ["2001:db8:1:2::9", "address 2001:db8:1:2"],
  ["fe80::1%eth0", "address fe80:0:0:0"],
  ["::1", "address 0:0:0:0"],
  [undefined, "address unknown"],
])("without a user, calls from %s count for %s, whatever the socket", (address, holder) => {
  expect(["a", "b"].map((socket) => httpCaller(undefined, socket, address).holder)).toEqual([holder, holder]);
});

test("a user counts as the user, from wherever, and no user can pass for an address", () => {
  expect(httpCaller("ada", "a", "10.0.0.1").holder).toBe(httpCaller("ada", "b", "10.0.0.2").holder);
  expect(httpCaller("unknown", "a", undefined).holder).not.toBe(httpCaller(undefined, "a", undefined).holder);
});

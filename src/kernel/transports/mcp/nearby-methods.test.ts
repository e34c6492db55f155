import { expect, test } from "vitest";
import { nearbyMethods } from "./nearby-methods.ts";

const METHODS = ["instructions/list", "instructions/listScoped", "instructions/get", "usage/track", "ping"];

test.each([
  ["instructions/lst", ["instructions/list", "instructions/get", "instructions/listScoped"]],
  ["instructions_list", ["instructions/list", "instructions/listScoped", "instructions/get"]],
  ["usage/trak", ["usage/track"]],
  ["xyz", []],
  ["", []],
  ["/", []],
])("%j is near %j", (asked, near) => {
  expect(nearbyMethods(asked, METHODS)).toEqual(near);
});

import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { BESIDE_ENV, MODULES, ROOMS } from "./rooms/architecture.ts";
import { besideEnv, checkRooms, modulesOf, placesOf, roomOf } from "./rooms/rules.ts";
import { readSource } from "./rooms/source.ts";

const files = readSource(fileURLToPath(new URL("..", import.meta.url)), ["src", "dashboard/src"]);
const breaches = Map.groupBy(checkRooms(files), ({ path }) => path);

describe("every file keeps the rules of test/rooms/architecture.ts", () => {
  for (const { path } of files) {
    test(path, () => expect(breaches.get(path) ?? []).toEqual([]));
  }
});

test("files stay short: half within 100 lines, 95 of 100 within 400", () => {
  const lines = files.map(({ text }) => text.split("\n").length).sort((a, b) => a - b);
  const at = (share: number) => lines[Math.floor((lines.length - 1) * share)] ?? 0;
  expect(at(0.5)).toBeLessThanOrEqual(100);
  expect(at(0.95)).toBeLessThanOrEqual(400);
});

describe("the lists hold nothing that nobody needs", () => {
  test("rooms", () => {
    const rooms = new Set(files.map(({ path }) => roomOf(path).replace(/^src\/worlds\/.*/, "src/worlds/*")));
    expect(Object.keys(ROOMS).filter((room) => !rooms.has(room))).toEqual([]);
  });

  test("modules", () => {
    const needed = new Set(
      files.flatMap((file) =>
        placesOf(file.path).flatMap((place) => [...modulesOf(file)].map((module) => `${place} ${module}`)),
      ),
    );
    const listed = Object.entries(MODULES).flatMap(([place, modules]) => modules.map((module) => `${place} ${module}`));
    expect(listed.filter((line) => !needed.has(line))).toEqual([]);
  });

  test("what is taken from elsewhere than the Env", () => {
    const taken = new Set(files.flatMap((file) => besideEnv(file).map((what) => `${file.path} ${what}`)));
    const listed = BESIDE_ENV.flatMap(({ path, takes }) => takes.map((what) => `${path} ${what}`));
    expect(listed.filter((line) => !taken.has(line))).toEqual([]);
  });
});

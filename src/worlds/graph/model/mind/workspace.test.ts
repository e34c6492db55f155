import { expect, test } from "vitest";
import { compete, EMPTY_WORKSPACE, heardAt } from "./workspace.ts";

const strong = { memory_id: "strong", importance: 0.9, alignment: 0.9 };
const weak = { memory_id: "weak", importance: 0.3, alignment: 0.9 };

test("admits nobody while the oscillators are apart, unless it is forced", () => {
  const refused = compete(EMPTY_WORKSPACE, strong, 0.79, 0);
  expect(refused).toMatchObject({ admitted: false, won: false, workspace: EMPTY_WORKSPACE });
  const forced = compete(EMPTY_WORKSPACE, strong, 0.1, 0, true);
  expect(forced).toMatchObject({ admitted: true, won: true, losers: [] });
  expect(forced.score).toBeCloseTo(0.081, 12);
});

test("hears the winner for a tenth of a second", () => {
  const { workspace } = compete(EMPTY_WORKSPACE, strong, 0.9, 1000);
  expect(heardAt(workspace, 1100)).toEqual({
    active_memory: "strong",
    is_broadcasting: true,
    has_conflict: false,
    conflict_memories: [],
  });
  expect(heardAt(workspace, 1101)).toMatchObject({ active_memory: null, is_broadcasting: false });
});

test("the higher score wins, whoever came first, and both are a conflict", () => {
  const first = compete(EMPTY_WORKSPACE, weak, 0.9, 0);
  const second = compete(first.workspace, strong, 0.9, 50);
  expect(second).toMatchObject({ won: true, losers: [first.score] });
  expect(heardAt(second.workspace, 60)).toMatchObject({
    active_memory: "strong",
    has_conflict: true,
    conflict_memories: ["weak", "strong"],
  });
  const other = compete(compete(EMPTY_WORKSPACE, strong, 0.9, 0).workspace, weak, 0.9, 50);
  expect(other).toMatchObject({ won: false, losers: [other.score] });
  expect(heardAt(other.workspace, 60).active_memory).toBe("strong");
});

test("remembers the last hundred winners", () => {
  let workspace = EMPTY_WORKSPACE;
  for (let n = 0; n < 130; n++) {
    ({ workspace } = compete(workspace, { ...strong, memory_id: `m${n}` }, 0.9, n * 200));
  }
  expect(workspace.winners).toHaveLength(100);
  expect(workspace.winners[0]?.memory_id).toBe("m30");
});

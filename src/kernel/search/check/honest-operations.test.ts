import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { openTestMemos, type TestMemos } from "../../../../test/kit/memos.ts";
import { embedAll, findingsOf } from "../../../../test/kit/search-check.ts";

const WORDS = ["heron", "otter", "Straße", "東京", "river", "kettle", "\u{1E900}\u{1E901}", "the", "seen", "Ångström"];

/** A small generator of our own: the same run every time. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Does something that callers may do: keeps, replaces, says twice, drops, drops all, keeps files; several in one call. */
async function doSomething(memos: TestMemos, random: (below: number) => number): Promise<void> {
  const user = random(4) === 0 ? "ada" : "local";
  const text = () => Array.from({ length: random(6) }, () => WORDS[random(WORDS.length)]).join(" ");
  const choice = random(20);
  if (choice === 0) await memos.ask("drop_memo", {}, user);
  else if (choice < 4) await memos.ask("drop_memo", { id: `m${random(12)}` }, user);
  else if (choice < 6) await memos.ask("keep_file", { text: `a file ${random(5)} ${WORDS[random(3)]}` }, user);
  else {
    const kept = Array.from({ length: 1 + random(4) }, () => ({ id: `m${random(12)}`, text: text() }));
    await memos.ask("keep_memo", { memos: [...kept, ...kept.slice(0, random(3))] }, user);
  }
}

describe.each(ENGINES)("on %s", (engine) => {
  test("after hundreds of honest operations there is nothing to name, whatever waits for a vector", async () => {
    const memos = await openTestMemos({ engine });
    const random = createRandom(engine === "sqlite" ? 11 : 12);
    const hasVectors = engine === "sqlite";
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 50; n++) await doSomething(memos, random);
      expect(await findingsOf(memos), `round ${round}, some waiting`).toEqual([]);
      if (hasVectors && round % 2 === 0) await embedAll(memos);
      expect(await findingsOf(memos), `round ${round}`).toEqual([]);
    }
    expect(await memos.reindex()).toMatchObject({
      texts: 0,
      vectors: 0,
      worlds: [{ added: 0, changed: 0, removed: 0 }],
      unclaimed: 0,
    });
    expect(await findingsOf(memos)).toEqual([]);
  });
});

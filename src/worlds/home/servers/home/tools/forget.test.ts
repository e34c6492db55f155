import { expect, test } from "vitest";
import { openTestHome } from "../../../../../../test/kit/home.ts";

const SECRET = "The spare key lies under the third flowerpot.";
const WHY = { reasoning: "the user asked for it" };

test("what is forgotten is returned by nothing, with a receipt that stands in the log; undo brings it back", async () => {
  const home = await openTestHome();
  await home.ask("remember", { text: "The bicycle is in the shed." });
  const empty = await home.root();
  const kept = await home.ask("remember", { text: SECRET });
  const full = await home.root();
  const question = "Where does the spare key lie?";
  const { evidence } = await home.ask("recall", { question });
  const proof_id = evidence[0].proof_id;

  const gone = await home.ask("forget", { memory_id: kept.memory_id, ...WHY });

  expect(await home.root()).toBe(empty);
  expect(gone.removed).toEqual({ memories: 1, statements: 0, entities: 0, left: [] });
  const everywhere = [
    await home.ask("recall", { question }),
    await home.ask("recall", { question, as_of: "2025-12-31" }),
    await home.ask("open", { proof_id }),
    await home.ask("brief", { topic: question }),
    await home.ask("changes", { since: "2000-01-01" }),
  ];
  expect(JSON.stringify(everywhere)).not.toContain("flowerpot");
  expect(everywhere[2]).toMatchObject({ quote: null, verified: false, forgotten: { event_id: gone.receipt.event_id } });
  expect(await home.refused("forget", { memory_id: kept.memory_id, ...WHY })).toMatchObject({ code: "not_found" });
  expect(await home.refused("forget", { proof_id, ...WHY })).toMatchObject({ code: "not_found" });

  const undone = await home.ask("undo");

  expect(undone.undone).toEqual([{ server: "truth", tool: "withdraw_source", event_id: gone.receipt.event_id }]);
  expect(await home.root()).toBe(full);
  expect((await home.ask("open", { proof_id })).quote).toBe(SECRET);
  expect(await home.verify({ full: true })).toMatchObject({ findings: [], remarks: [] });
});

test("a correction wins, the overruled value stays for its time, and undo takes the correction back", async () => {
  const home = await openTestHome();
  const kept = await home.ask("remember", {
    facts: [{ entity_type: "person", name: "Ada Lovelace", phone: "+44 20 7946 0001" }],
  });
  const before = await home.root();
  const [{ entity_id }] = kept.understood;
  const question = "What is the phone of Ada Lovelace?";
  const first = (await home.ask("recall", { question })).evidence[0];
  expect(first.fact).toMatchObject({ field: "phone", value: "+44 20 7946 0001" });
  const then = (await home.ask("changes", { since: "2000-01-01" })).changes[0].at;

  const corrected = await home.ask("correct", { proof_id: first.proof_id, value: "+44 20 7946 0002", ...WHY });

  expect(corrected).toMatchObject({ entity_id, field: "phone", before: "+44 20 7946 0001", after: "+44 20 7946 0002" });
  const now = await home.ask("recall", { question });
  expect(JSON.stringify(now)).not.toContain("0001");
  expect(now.evidence[0]).toMatchObject({ quote: "+44 20 7946 0002", proof_id: corrected.proof_id });
  const past = await home.ask("recall", { question, as_of: then });
  expect(past.evidence[0].fact).toMatchObject({ field: "phone", value: "+44 20 7946 0001" });
  const opened = await home.ask("open", { proof_id: first.proof_id });
  expect(opened).toMatchObject({
    quote: "+44 20 7946 0001",
    corrected: { value: "+44 20 7946 0002", proof_id: corrected.proof_id },
    history: [
      { value: "+44 20 7946 0002", won: true, why: "a correction wins over everything else" },
      { value: "+44 20 7946 0001", won: false, why: "a correction overruled it" },
    ],
  });

  await home.ask("undo", { event_id: corrected.event_id });

  expect(await home.root()).toBe(before);
  expect((await home.ask("recall", { question })).evidence[0].fact.value).toBe("+44 20 7946 0001");
});

test("an entity is forgotten with the memories that speak of nothing else", async () => {
  const home = await openTestHome();
  const ada = { entity_type: "person", name: "Ada Lovelace", email: "ada@example.org" };
  const kept = await home.ask("remember", { facts: [{ ...ada, city: "London" }] });
  const both = await home.ask("remember", {
    facts: [
      { ...ada, phone: "1" },
      { entity_type: "company", name: "Analytical Engines" },
    ],
  });
  const before = await home.root();

  const gone = await home.ask("forget", { entity_id: kept.understood[0].entity_id, ...WHY });

  expect(gone.removed).toEqual({ memories: 1, statements: 1, entities: 1, left: [both.memory_id] });
  expect(JSON.stringify(await home.ask("recall", { question: "Ada Lovelace" }))).not.toContain("London");

  await home.ask("undo");
  expect(await home.root()).toBe(before);
});

test("undo is for one's own, newest first, and undoes remembering", async () => {
  const home = await openTestHome();
  const empty = await home.root();
  await home.ask("remember", { text: "One." });
  const one = await home.root();
  await home.ask("remember", { facts: [{ entity_type: "telescope", name: "Big Ear", mirror: 3 }] });

  await home.ask("undo");
  expect(await home.root()).toBe(one);
  await home.ask("undo");
  expect(await home.root()).toBe(empty);

  expect(await home.refused("undo")).toMatchObject({ code: "not_found" });
  expect(await home.refused("undo", { event_id: "nobody" })).toMatchObject({ code: "not_found" });
});

test("another user's proof is like an unknown one", async () => {
  const home = await openTestHome();
  await home.ask("remember", { text: SECRET }, { user: "ada" });
  await home.ask("remember", { facts: [{ entity_type: "person", name: "Spare Key" }] }, { user: "ada" });
  const { evidence } = await home.ask("recall", { question: "spare key" }, { user: "ada" });
  expect(evidence.length).toBe(2);
  for (const { proof_id } of evidence) {
    const unknown = await home.refused("open", { proof_id: "w.nothing" }, { user: "bob" });
    expect(await home.refused("open", { proof_id }, { user: "bob" })).toEqual(unknown);
    await home.refused("forget", { proof_id, ...WHY }, { user: "bob" });
  }
});

test("wrong arguments of recall, correct, forget and changes are refused", async () => {
  const home = await openTestHome();
  await home.ask("remember", { text: SECRET });
  expect(await home.refused("recall", { question: "key", as_of: "2999-01-01" })).toMatchObject({
    code: "invalid_arguments",
    details: { problems: [{ path: "as_of" }] },
  });
  expect(await home.refused("forget", { memory_id: "00000000-0000-0000-0000-000000000000" })).toMatchObject({
    details: { problems: [{ path: "reasoning" }] },
  });
  expect(await home.refused("correct", { value: 1, ...WHY })).toMatchObject({ code: "invalid_arguments" });
  expect(await home.refused("changes", { since: "soon" })).toMatchObject({
    details: { problems: [{ path: "since" }] },
  });
  const tiny = await home.ask("recall", { question: "spare key", token_budget: 10 });
  expect(tiny).toMatchObject({ evidence: [], truncated: true });
  expect(await home.ask("brief", { token_budget: 10 })).toMatchObject({ text: "", sections: [] });
});

test("a forgotten fact names the entry that forgot it, not an earlier one that was undone", async () => {
  const home = await openTestHome();
  const { understood } = await home.ask("remember", {
    facts: [{ entity_type: "person", name: "Kofi", phone: "1 2 3" }],
  });
  const { entity_id } = understood[0];
  const { evidence } = await home.ask("recall", { question: "What is Kofi's phone number?" });
  await home.ask("correct", { entity_id, field: "phone", value: "4 5 6", reasoning: "new" });
  await home.ask("undo");
  const { receipt } = await home.ask("forget", { entity_id, reasoning: "gone" });

  const opened = await home.ask("open", { proof_id: evidence[0].proof_id });

  expect([opened.quote, opened.verified]).toEqual([null, false]);
  const { changes } = await home.ask("changes", { since: "log-0" });
  expect(changes.at(-1).at).toBe(opened.forgotten.at);
  expect(Date.parse(opened.forgotten.at)).toBeGreaterThanOrEqual(Date.parse(receipt.at));
});

test("an unknown or forgotten id is refused in words of this door", async () => {
  const home = await openTestHome();
  const entity_id = `ent_${"0".repeat(24)}`;
  const memory_id = "00000000-0000-0000-0000-000000000000";
  for (const [tool, args, what] of [
    ["correct", { entity_id, field: "phone", value: "1" }, "entity"],
    ["forget", { entity_id }, "entity"],
    ["forget", { memory_id }, "memory"],
  ] as const) {
    const error = await home.refused(tool, { ...args, reasoning: "why" });
    expect(error.code).toBe("not_found");
    expect(error.message).toContain(`There is no ${what} of yours with this id, or it was forgotten`);
  }
});

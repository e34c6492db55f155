import { expect, test } from "vitest";
import { openTestHome, type TestHome } from "../../../../../../test/kit/home.ts";

/** Turns of some days, each of its own. */
async function saying(home: TestHome, said: Readonly<Record<string, string>>): Promise<void> {
  for (const [at, text] of Object.entries(said)) {
    await home.ask("remember", { conversation: [{ speaker: "Ana", text, at }], title: at });
  }
}

const quotes = ({ evidence }: { evidence: { quote: string }[] }) => evidence.map(({ quote }) => quote);

test("a time in the question leaves only what was said then, and the answer tells how it was read", async () => {
  const home = await openTestHome();
  const year = new Date(home.parts.env.now()).getUTCFullYear() - 1;
  await saying(home, {
    [`${year}-03-05`]: "I painted the kitchen yellow.",
    [`${year}-06-05`]: "I painted the kitchen green.",
    [`${year}-07-01`]: "The boat is in Turin.",
  });

  const found = await home.ask("recall", { question: "What colour was the kitchen painted last March?" });

  expect(quotes(found)).toEqual(["I painted the kitchen yellow."]);
  expect(found.note).toContain(`was read as ${year}-03-01 to ${year}-03-31; only what was said then`);
});

test("where what was said then hardly answers and something else does, all times are searched", async () => {
  const home = await openTestHome();
  const year = new Date(home.parts.env.now()).getUTCFullYear();
  await saying(home, {
    [`${year - 4}-01-05`]: "Where are my shoes?",
    [`${year - 1}-02-05`]: "Caroline told us that she moved here from Sweden, away from her home country.",
    [`${year - 1}-03-05`]: "The boat is in Turin.",
    [`${year - 1}-04-05`]: "Ben repaired the telescope.",
  });

  const found = await home.ask("recall", { question: "Where did Caroline move from, 4 years ago?" });

  expect(quotes(found)[0]).toContain("Sweden");
  expect(found.note).toContain("so all times were searched");
});

test("where a later statement answers too, the answer says which", async () => {
  const home = await openTestHome();
  await saying(home, {
    "2020-01-05": "The standup is on Tuesday.",
    "2020-03-05": "We moved the standup to Thursday.",
    "2020-04-05": "The boat is in Turin.",
  });

  const found = await home.ask("recall", { question: "When is the standup?", from: ["memory"] });
  expect(quotes(found)).toEqual(["The standup is on Tuesday.", "We moved the standup to Thursday."]);
  expect(found.note).toMatch(/Item 2 is of 2020-03-05, later than item 1: it may have changed since\.$/);

  const settled = await home.ask("recall", { question: "Where is the boat?", from: ["memory"] });
  expect(quotes(settled)[0]).toBe("The boat is in Turin.");
  expect(settled.note).not.toContain("later than");
});

test("a question that names an event is about the time before it", async () => {
  const home = await openTestHome();
  await saying(home, {
    "2020-01-05": "We rent a flat above the bakery.",
    "2020-05-05": "We moved to Oslo today, into a house by the sea.",
    "2020-06-05": "The flat beside the bakery is rented by others now.",
  });
  const found = await home.ask("recall", { question: "Where was the flat before we moved to Oslo?" });
  expect(quotes(found)).not.toContain("The flat beside the bakery is rented by others now.");
  expect(found.note).toContain("the beginning to 2020-05-05");
});

test("a turn with a kindred word of the question is evidence, though it has none of its own words", async () => {
  const home = await openTestHome();
  await saying(home, {
    "2020-01-05": "I must visit the dentist.",
    "2020-02-05": "Took a short trip to Rome to clear my mind.",
    "2020-03-05": "The boat is painted.",
  });
  const found = await home.ask("recall", { question: "Which places did Ana visit?" });
  expect(quotes(found)).toContain("Took a short trip to Rome to clear my mind.");
  expect(quotes(found)).not.toContain("The boat is painted.");
});

test("long turns are recalled as far as the budget goes, and none of them keeps the others from being found", async () => {
  const home = await openTestHome();
  const filler = "and so it went on, word after word, as long answers do. ".repeat(100);
  const conversation = Array.from({ length: 25 }, (_, n) => ({
    speaker: n % 2 === 0 ? "Ana" : "Ben",
    text: `About the garden, part ${n}: ${filler}`,
  }));
  await home.ask("remember", { conversation });

  const few = await home.ask("recall", { question: "What about the garden?" });
  const many = await home.ask("recall", { question: "What about the garden?", token_budget: 50_000 });

  expect([few.evidence.length, few.truncated]).toEqual([1, true]);
  // No answer has 50 000 characters, whatever the budget.
  expect([many.evidence.length, many.truncated, many.note]).toEqual([
    8,
    true,
    expect.stringContaining("A budget of 12000 tokens holds 8 of 10 items."),
  ]);
  expect(JSON.stringify(many).length).toBeLessThan(48_001);
});

test("a question for what somebody said at some time is answered with all of it, whatever it was about", async () => {
  const home = await openTestHome();
  const day = (back: number) => new Date(home.parts.env.now() - back * 86_400_000).toISOString();
  await home.ask("remember", {
    conversation: [
      { speaker: "Ana", text: "The boat is in Turin.", at: day(400) },
      { speaker: "Tomás", text: "The offsite is in Lisbon.", at: day(1) },
      { speaker: "Ana", text: "Shellfish makes me ill.", at: day(1) },
    ],
  });

  const all = await home.ask("recall", { question: "What did we talk about yesterday?" });
  const one = await home.ask("recall", { question: "What did tomas say yesterday?" });
  const other = await home.ask("recall", { question: "What happened with the offsite yesterday?" });

  expect([quotes(all), all.confidence, all.no_evidence]).toEqual([
    ["Shellfish makes me ill.", "The offsite is in Lisbon."],
    1,
    undefined,
  ]);
  expect(quotes(one)).toEqual(["The offsite is in Lisbon."]);
  expect(quotes(other)[0]).toBe("The offsite is in Lisbon.");
});

test("the time before an event is that before what tells of it, not before what shares a word with it", async () => {
  const home = await openTestHome();
  await saying(home, { "2020-01-05": "The standup is on Wednesday.", "2020-02-05": "Lunch is at noon." });
  await home.ask("remember", { text: "We moved the standup to Thursday at 10:00.", when: "2020-05-05" });
  const found = await home.ask("recall", { question: "When was lunch before we moved the standup?" });
  expect(found.note).toContain("the beginning to 2020-05-05");
  const all = await home.ask("recall", { question: "What was said before we moved the standup?", from: ["memory"] });
  expect(quotes(all)).toEqual(expect.arrayContaining(["Lunch is at noon.", "The standup is on Wednesday."]));
  expect(all.no_evidence).toBeUndefined();
});

test("the time of an event is the one that what tells of it names", async () => {
  const home = await openTestHome();
  await home.ask("remember", { text: "We moved to York on 14 June 2023.", when: "2025-01-01" });
  await home.ask("remember", { text: "Our dentist is Dr. Patel in Leeds.", when: "2023-03-10" });
  await home.ask("remember", { text: "Our dentist is Dr. Moss in York.", when: "2024-03-10" });

  const before = await home.ask("recall", { question: "Who was our dentist before we moved?", from: ["memory"] });
  const after = await home.ask("recall", { question: "Who was our dentist after we moved?", from: ["memory"] });

  expect([quotes(before)[0], quotes(after)[0]]).toEqual([
    "Our dentist is Dr. Patel in Leeds.",
    "Our dentist is Dr. Moss in York.",
  ]);
  expect(before.note).toContain("the beginning to 2023-06-14");
  expect(quotes(before)).not.toContain("Our dentist is Dr. Moss in York.");
});

test("what was said on a date that the question names answers it, though it does not say its own date", async () => {
  const home = await openTestHome();
  await home.ask("remember", { text: "Planted 40 tulips and a quince tree.", when: "2023-04-22" });
  await home.ask("remember", { text: "Planted three birches beside the road.", when: "2024-04-22" });
  await home.ask("remember", { text: "The report of 2023 is with the bank.", when: "2025-04-22" });

  const found = await home.ask("recall", { question: "What did we plant in spring 2023?", from: ["memory"] });

  expect(quotes(found)[0]).toBe("Planted 40 tulips and a quince tree.");
  expect([found.no_evidence, found.confidence >= 0.5]).toEqual([undefined, true]);
  expect(found.note).toContain("was read as 2023-03-01 to 2023-05-31; what was said then weighs more");
});

test("a field that is asked for by its name or a word that means it is the answer, and no other field is", async () => {
  const home = await openTestHome();
  await home.ask("remember", {
    facts: [
      { entity_type: "person", name: "Ana Lindqvist", email: "ana@example.org", phone: "+46 70 1", employer: "Volvo" },
      { entity_type: "person", name: "Bo Ek", email: "bo@ek.se", phone: "+46 8 11" },
      {
        entity_type: "invoice",
        invoice_number: "R-100",
        vendor_name: "Acme",
        amount_due: 1200,
        due_date: "2026-12-24",
      },
    ],
  });
  const asked = async (question: string) => {
    const { evidence, no_evidence, confidence } = await home.ask("recall", { question });
    return no_evidence === undefined ? [evidence[0].fact.name, evidence[0].fact.field, confidence] : "no evidence";
  };

  expect(await asked("What is Ana's phone number?")).toEqual(["Ana Lindqvist", "phone", 0.95]);
  expect(await asked("What's Bo's email address?")).toEqual(["Bo Ek", "email", 0.95]);
  expect(await asked("Where does Ana Lindqvist work?")).toEqual(["Ana Lindqvist", "organization", 0.95]);
  expect(await asked("How much do we owe Acme?")).toEqual(["R-100", "amount_due", 0.8]);
  expect(await asked("When is invoice R-100 due?")).toEqual(["R-100", "date_due", 1]);
  expect(await asked("What is Bo's address?")).toBe("no evidence");
  expect(await asked("What is Carl's phone number?")).toBe("no evidence");
  expect(await asked("What is Ana's shoe size?")).toBe("no evidence");
});

test("that something else was said later in another language is not taken for news", async () => {
  const home = await openTestHome();
  await home.ask("remember", { text: "Oma Hildegard mag keine Rosinen im Kuchen.", when: "2024-02-01" });
  await home.ask("remember", { text: "موعد طبيب الأسنان يوم الأحد القادم", when: "2025-02-01" });
  const { note = "" } = await home.ask("recall", { question: "Was mag Oma Hildegard nicht?", from: ["memory"] });
  expect(note).not.toContain("later than item 1");
});

test("a budget that holds nothing is told as shortly as it can be", async () => {
  const home = await openTestHome();
  await saying(home, { "2020-01-05": "The standup is on Tuesday." });
  const asked = (token_budget: number) => home.ask("recall", { question: "When is the standup?", token_budget });
  expect(Object.keys(await asked(10))).toEqual(["evidence", "confidence", "truncated"]);
  expect(await asked(25)).toMatchObject({ evidence: [], truncated: true, note: "Raise token_budget." });
  for (const budget of [15, 25, 50, 100, 2000]) {
    expect(JSON.stringify(await asked(budget)).length).toBeLessThanOrEqual(4 * budget);
  }
});

test("words that say what was corrected since are not shown as what is, and as_of shows them for their time", async () => {
  const home = await openTestHome();
  const { understood } = await home.ask("remember", {
    facts: [{ entity_type: "person", name: "Kofi Mensah", email: "kofi@x.gh", phone: "111-222" }],
  });
  const old = "Kofi Mensah's phone is 111-222, he said at lunch.";
  const other = "Kofi Mensah's phone is broken: room 111-222b has a spare one.";
  await home.ask("remember", { text: old });
  await home.ask("remember", { text: other });
  const question = "What is Kofi Mensah's phone number?";
  expect(quotes(await home.ask("recall", { question, from: ["memory"] }))).toContain(old);
  const before = new Date(home.parts.env.now()).toISOString();
  const { entity_id } = understood[0];
  await home.ask("correct", { entity_id, field: "phone", value: "999-000", reasoning: "he has a new one" });

  const now = await home.ask("recall", { question, from: ["memory"] });
  expect(quotes(now)[0]).toBe("999-000");
  expect(quotes(now)).toContain(other);
  expect(quotes(now)).not.toContain(old);
  expect(now.note).toContain("1 passage was left out because what it says was overruled; as_of shows it.");
  expect(quotes(await home.ask("recall", { question, as_of: before, from: ["memory"] }))).toContain(old);
  // Asked for something else, the words are what was said.
  const lunch = await home.ask("recall", { question: "What did Kofi say at lunch?", from: ["memory"] });
  expect(quotes(lunch)).toContain(old);
});

test("a day that no month has is refused under the name of its argument", async () => {
  const home = await openTestHome();
  for (const [tool, args, path] of [
    ["recall", { question: "What?", as_of: "2024-02-30" }, "as_of"],
    ["remember", { text: "A word.", when: "2023-02-29" }, "when"],
    ["remember", { conversation: [{ speaker: "A", text: "b", at: "2024-04-31T10:00:00Z" }] }, "conversation[0].at"],
  ] as const) {
    const { details } = await home.refused(tool, args);
    expect(details.problems).toEqual([{ path, message: expect.stringContaining("must be an existing date") }]);
  }
});

test("beside a table stands the fact that was asked for, not the first of all that it says", async () => {
  const home = await openTestHome();
  const csv =
    "First Name,Last Name,Email,Phone,City\nZoë,O'Neill,zoe@x.ie,+353 1 222,Cork\nJean-Luc,Picard,jl@x.fr,+33 9 88,La Barre\n";
  await home.ask("remember", { file_content: Buffer.from(csv).toString("base64"), mime_type: "text/csv" });
  const asked = async (question: string) => (await home.ask("recall", { question, from: ["memory"] })).evidence[0];

  expect(await asked("What is Jean-Luc Picard's phone number?")).toMatchObject({
    score: 0.95,
    fact: { name: "Jean-Luc Picard", field: "phone", value: "+33 9 88" },
  });
  expect((await asked("Where does Zoë O'Neill live?")).fact).toMatchObject({ field: "city", value: "Cork" });
});

test("what was renamed is found and answered for by the name it had", async () => {
  const home = await openTestHome();
  const facts = (row: object) => home.ask("remember", { facts: [{ entity_type: "contact", ...row }] });
  await facts({ name: "André Müller", email: "andre@firma.example", phone: "+49 1" });
  await facts({ name: "Andre Mueller", email: "andre@firma.example", phone: "+49 2" });

  const found = await home.ask("recall", { question: "What is André Müller's phone number?", from: ["memory"] });

  expect([quotes(found)[0], found.no_evidence]).toEqual(["+49 2", undefined]);
});

test("who asks for a number that stands nowhere is told so, however near another number is", async () => {
  const home = await openTestHome();
  await home.ask("remember", {
    facts: [{ entity_type: "invoice", invoice_number: "R-100", vendor_name: "Blitz", amount_due: 12, currency: "EUR" }],
  });

  const other = await home.ask("recall", { question: "How much is invoice R-101?", from: ["memory"] });
  const amount = await home.ask("recall", { question: "How much is invoice R-100?", from: ["memory"] });
  const vendor = await home.ask("recall", { question: "Who sent invoice R-100?", from: ["memory"] });

  expect(other.no_evidence).toBeDefined();
  expect([quotes(amount)[0], amount.no_evidence]).toEqual(["12", undefined]);
  expect([quotes(vendor)[0], vendor.no_evidence]).toEqual(["Blitz", undefined]);
});

test("questions in other languages are answered by what they name, and declined where only their little words stand", async () => {
  const home = await openTestHome();
  for (const text of [
    "Ich trage Schuhgröße 43 und meine Frau 39.",
    "Le code de la porte de l'immeuble est 27B4.",
    "Mi hermana Carmen trabaja en el Hospital La Fe.",
  ]) {
    await home.ask("remember", { text });
  }
  const answers = async (question: string) => {
    const found = await home.ask("recall", { question, from: ["memory"] });
    return found.no_evidence === undefined ? quotes(found)[0] : undefined;
  };

  expect(await answers("Welche Schuhgröße habe ich?")).toContain("43");
  expect(await answers("Quel est le code de la porte ?")).toContain("27B4");
  expect(await answers("¿Dónde trabaja Carmen?")).toContain("La Fe");
  expect(await answers("Wie heißt mein Bruder?")).toBeUndefined();
  expect(await answers("Combien coûte l'abonnement de métro ?")).toBeUndefined();
  expect(await answers("¿Cuándo es el cumpleaños de Carmen?")).toBeUndefined();
});

test("the next of several is the first from now on", async () => {
  const home = await openTestHome();
  const now = home.parts.env.now();
  const day = (ahead: number) => new Date(now + ahead * 86_400_000).toISOString().slice(0, 10);
  const rent = (ahead: number) => ({ entity_type: "task", title: "Pay rent", due_date: day(ahead), status: "open" });
  await home.ask("remember", { facts: [rent(-40), rent(50), rent(20)] });

  const found = await home.ask("recall", { question: "When is the next rent due?", from: ["memory"] });

  expect([quotes(found), found.no_evidence]).toEqual([[day(20), day(50), day(-40)], undefined]);
});

test("a day is asked for, and what was said of it by words such as yesterday or next Tuesday is found", async () => {
  const home = await openTestHome();
  await saying(home, {
    "2026-03-05": "The dentist appointment is next Tuesday at 3pm with Dr. Okonkwo.",
    "2026-03-10": "Gestern habe ich den Vertrag mit den Stadtwerken gekündigt.",
    "2026-03-11": "The boat is in Turin.",
  });
  const about = async (question: string) => quotes(await home.ask("recall", { question, from: ["memory"] }));

  expect(await about("What do I have on 10 March 2026?")).toEqual([expect.stringContaining("Okonkwo")]);
  expect(await about("What happened on 9 March 2026?")).toEqual([expect.stringContaining("Stadtwerken")]);
  expect(await about("What happened on 11 March 2026?")).toEqual(["The boat is in Turin."]);
});

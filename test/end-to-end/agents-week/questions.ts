import { COMPANIES, INVOICES, LANGUAGES, MONTHS, noteKey, PEOPLE, rentKey } from "./week.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
type Answer = any;

/** What is asked, and what is right; `found` takes from an answer what is compared with it. */
export interface Question {
  readonly asks: string;
  readonly tool: string;
  readonly args: (idOf: (name: string) => string) => Record<string, unknown>;
  readonly found: (answer: Answer) => unknown;
  readonly right: (idOf: (name: string) => string) => unknown;
}

/** Fields of the schema and what lies outside it: which is which changes as schemas grow. */
const allOf = ({ snapshot, raw_fragments }: Answer) => ({ ...raw_fragments, ...snapshot });
const first = (answer: Answer) => answer.hits[0] ?? {};
const sorted = (values: Iterable<unknown>) => [...values].map(String).sort();
const named = (answer: Answer) => sorted(answer.entities.map(({ id }: { id: string }) => id));

function byWords(): Question[] {
  const notes = LANGUAGES.flatMap((language) =>
    [1, 4].map(
      (n): Question => ({
        asks: `which note says: ${language.topics[n]}?`,
        tool: "search",
        args: () => ({ query: language.topics[n] }),
        found: (answer) => [first(answer).entity_id, first(answer).snapshot?.content],
        right: (idOf) => [idOf(noteKey(language, n)), language.topics[n]],
      }),
    ),
  );
  const people = [0, 2, 6, 9, 13].map((n): Question => {
    const [key = "", , email] = PEOPLE[n] ?? [];
    return {
      asks: `whose address is ${email}?`,
      tool: "search",
      args: () => ({ query: email }),
      found: (answer) => [first(answer).entity_id, first(answer).snapshot?.email],
      right: (idOf) => [idOf(key), email],
    };
  });
  const invoices = [4, 13, 22, 31, 39].map((n): Question => {
    const { key, number, amount } = INVOICES[n] as (typeof INVOICES)[number];
    return {
      asks: `what does invoice ${number} come to?`,
      tool: "search",
      args: () => ({ query: number, entity_type: "invoice" }),
      found: (answer) => [first(answer).entity_id, first(answer).snapshot?.amount_due],
      right: (idOf) => [idOf(key), amount],
    };
  });
  return [...notes, ...people, ...invoices];
}

function byLists(): Question[] {
  const rents = LANGUAGES.map(
    (language): Question => ({
      asks: `which rents were there: ${language.rent}?`,
      tool: "retrieve_entities",
      args: () => ({ entity_type: "task", search: language.rent }),
      found: (answer) =>
        sorted(answer.entities.map(({ snapshot }: Answer) => `${snapshot.due_date} ${snapshot.status}`)),
      right: () =>
        MONTHS.map((month, n) => `2026-${month}-${month === "06" ? "15" : "01"} ${n < 4 ? "done" : "open"}`).sort(),
    }),
  );
  const notes = LANGUAGES.map(
    (language): Question => ({
      asks: `which notes are called ${language.notes}, and in what mood were they written?`,
      tool: "retrieve_entities",
      args: () => ({ entity_type: "note", search: language.notes }),
      found: (answer) => sorted(answer.entities.map((entity: Answer) => allOf(entity).mood)),
      right: () => language.topics.map((_, n) => `calm ${language.code}${n}`).sort(),
    }),
  );
  const namesakes = (["Jan Müller", "José García"] as const).map(
    (name): Question => ({
      asks: `how many are called ${name}?`,
      tool: "retrieve_entity_by_identifier",
      args: () => ({ identifier: name }),
      found: named,
      right: (idOf) => sorted(PEOPLE.filter(([, called]) => called === name).map(([key]) => idOf(key))),
    }),
  );
  const acmes: Question = {
    asks: "in which countries is there an Acme?",
    tool: "retrieve_entities",
    args: () => ({ entity_type: "company", search: "Acme" }),
    found: (answer) => sorted(answer.entities.map(({ snapshot }: Answer) => snapshot.country)),
    right: () => sorted(COMPANIES.filter(([key]) => key.startsWith("acme")).map(([, , country]) => country)),
  };
  const coffees: Question = {
    asks: "how often was coffee paid?",
    tool: "retrieve_entities",
    args: () => ({ entity_type: "transaction", limit: 100 }),
    found: (answer) => answer.total,
    right: () => 40,
  };
  const meetings: Question = {
    asks: "how many meetings were there?",
    tool: "retrieve_entities",
    args: () => ({ entity_type: "event" }),
    found: (answer) => answer.total,
    right: () => 15,
  };
  return [...rents, ...notes, ...namesakes, acmes, coffees, meetings];
}

function byTime(): Question[] {
  const during = (month: string) => ({ after_date: `2026-${month}-01`, before_date: `2026-${month}-28` });
  const about = (answer: Answer) => sorted(answer.events.map(({ entity_ids }: Answer) => entity_ids[0]));
  const rents = MONTHS.map(
    (month): Question => ({
      asks: `which rents were due in month ${month}?`,
      tool: "list_timeline_events",
      args: () => ({ event_type: "TaskDue", ...during(month) }),
      found: about,
      right: (idOf) => sorted(LANGUAGES.map((language) => idOf(rentKey(language, month)))),
    }),
  );
  const invoices = MONTHS.map(
    (month): Question => ({
      asks: `which invoices were due in month ${month}?`,
      tool: "list_timeline_events",
      args: () => ({ event_type: "InvoiceDue", ...during(month) }),
      found: about,
      right: (idOf) =>
        sorted(INVOICES.filter(({ due }) => due.startsWith(`2026-${month}`)).map(({ key }) => idOf(key))),
    }),
  );
  const meetings = [1, 2, 3].map(
    (week): Question => ({
      asks: `which meetings began in week ${week}?`,
      tool: "list_timeline_events",
      args: () => {
        const day = (n: number) => `2026-03-${String(7 * week + n).padStart(2, "0")}`;
        return { event_type: "EventStart", after_date: day(0), before_date: day(4) };
      },
      found: about,
      right: (idOf) => sorted(LANGUAGES.map(({ code }) => idOf(`weekly ${code} ${week}`))),
    }),
  );
  return [...rents, ...invoices, ...meetings];
}

function byNeighbours(): Question[] {
  const around = (name: string) => (idOf: (name: string) => string) => ({ node_id: idOf(name) });
  const tool = "retrieve_graph_neighborhood";
  const bills = INVOICES.filter(({ vendor }) => vendor === "Sol S.A.");
  const near = (answer: Answer) => sorted(answer.related_entities.map(({ id }: Answer) => id));
  const company = (name: string, keys: readonly string[]): Question => ({
    asks: `what belongs to ${name}?`,
    tool,
    args: around(name),
    found: near,
    right: (idOf) => sorted(keys.map(idOf)),
  });
  const paid = [0, 1].map((n): Question => {
    const { key, amount } = bills[2 * n] as (typeof INVOICES)[number];
    return {
      asks: `was ${key} paid, and how much was it?`,
      tool,
      args: around(key),
      found: ({ entity, entity_snapshot }) => [
        String(allOf({ ...entity, snapshot: entity_snapshot }).payment_state).startsWith("paid "),
        entity_snapshot.amount_due,
      ],
      right: () => [true, amount],
    };
  });
  const person = (asks: string, name: string, fields: Record<string, unknown>): Question => ({
    asks,
    tool,
    args: around(name),
    found: ({ entity, entity_snapshot }) => {
      const known = allOf({ ...entity, snapshot: entity_snapshot });
      return Object.fromEntries(Object.keys(fields).map((field) => [field, known[field]]));
    },
    right: () => fields,
  });
  return [
    company("sol", [...bills.map(({ key }) => key), "jose", "josef"]),
    company("luna", ["jose2"]),
    company("holz", ["jan", "jana"]),
    ...paid,
    person("what is Ann called now, and what does she do?", "ann", { name: "Ann Jones", role: "miller" }),
    // His old name and address were said last.
    person("who is Robert Brown?", "robert", {
      name: "Bob Brown",
      role: "diver",
      hobby: "chess",
      organization: "Dock Ltd",
    }),
    person("what is the number of Jan Müller of the sawmill?", "jan", { phone: "+49 40 777100" }),
    person("what is the number of the other Jan Müller?", "jan2", {
      phone: "+49 40 777102",
      organization: "Stahlbau Nord",
    }),
    person("what does the American Acme make?", "acme-us", { name: "Acme Inc.", industry: "anvils", country: "US" }),
  ];
}

export const QUESTIONS: readonly Question[] = [...byWords(), ...byLists(), ...byTime(), ...byNeighbours()];

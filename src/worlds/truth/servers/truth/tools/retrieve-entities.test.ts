import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";

async function fill(truth: TestTruth) {
  const ids: Record<string, string> = {};
  const rows = [
    { entity_type: "company", name: "Acme Inc.", country: "DE" },
    { entity_type: "person", name: "Ada Lovelace", email: "ada@acme.com" },
    { entity_type: "company", name: "Bolt GmbH", country: "DE" },
    { entity_type: "invoice", invoice_number: "INV-001", amount_due: 100, vendor_name: "Acme Inc." },
  ];
  for (const row of rows) {
    const [stored] = await truth.put(row);
    ids["name" in row ? (row.name ?? "") : row.invoice_number] = stored ?? "";
  }
  return ids;
}

const namesOf = ({ entities }: { entities: { canonical_name: string }[] }) =>
  entities.map(({ canonical_name }) => canonical_name);

test.each(ENGINES)("lists the latest observed first, with snapshots and how many there are (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const ids = await fill(truth);
  const answer = await truth.ask("retrieve_entities", { entity_type: "company" });
  expect(answer).toEqual({
    entities: [
      {
        id: ids["Bolt GmbH"],
        entity_type: "company",
        canonical_name: "Bolt GmbH",
        snapshot: { name: "Bolt GmbH", country: "DE" },
        observation_count: 1,
        last_observation_at: expect.stringMatching(/^2026-01-01T/),
      },
      {
        id: ids["Acme Inc."],
        entity_type: "company",
        canonical_name: "Acme Inc.",
        snapshot: { name: "Acme Inc.", country: "DE" },
        observation_count: 1,
        last_observation_at: expect.stringMatching(/^2026-01-01T/),
      },
    ],
    total: 2,
    excluded_merged: true,
  });
  expect(await truth.ask("retrieve_entities", { entity_type: "company" })).toEqual(answer);
  await truth.put({ entity_type: "company", name: "Acme Inc.", industry: "anvils" });
  expect(namesOf(await truth.ask("retrieve_entities", { entity_type: "company" }))).toEqual(["Acme Inc.", "Bolt GmbH"]);
});

test("pages without a gap and without a repeat, also among entities of one moment", async () => {
  const truth = await openTestTruth();
  await truth.put(...Array.from({ length: 25 }, (_, n) => ({ entity_type: "note", title: `Note ${n}`, content: "." })));
  const seen: string[] = [];
  for (let offset = 0; offset < 25; offset += 10) {
    const page = await truth.ask("retrieve_entities", { limit: 10, offset, include_snapshots: false });
    expect(page.total).toBe(25);
    expect(page.entities[0]).not.toHaveProperty("snapshot");
    seen.push(...page.entities.map(({ id }: { id: string }) => id));
  }
  expect(seen).toEqual([...new Set(seen)].sort());
  expect(seen).toHaveLength(25);
  expect(await truth.ask("retrieve_entities", { offset: 25 })).toMatchObject({ entities: [], total: 25 });
});

test("cuts a list that is too long for an answer and says where it goes on", async () => {
  const truth = await openTestTruth();
  const rows = Array.from({ length: 10 }, (_, n) => ({
    entity_type: "note",
    title: `Note ${n}`,
    content: "word ".repeat(1500),
  }));
  await truth.put(...rows);
  const first = await truth.ask("retrieve_entities", {});
  expect(first).toMatchObject({ total: 10, truncated: true, next_offset: first.entities.length });
  const rest = await truth.ask("retrieve_entities", { offset: first.next_offset });
  expect(first.entities.length + rest.entities.length).toBe(10);
  expect(rest).not.toHaveProperty("truncated");
});

test.each(ENGINES)(
  "finds by words of values and names, by the beginning of a name, and by a part of it (%s)",
  async (engine) => {
    const truth = await openTestTruth({ engine });
    await fill(truth);
    const found = async (args: object) =>
      namesOf(await truth.ask("retrieve_entities", args as Record<string, unknown>));
    expect((await found({ search: "acme" }))[0]).toBe("Acme Inc.");
    expect(await found({ search: "acme", entity_type: "person" })).toEqual(["Ada Lovelace"]);
    expect(await found({ search: "INV-001" })).toHaveLength(1);
    expect(await found({ search: "lovelace" })).toEqual(["Ada Lovelace"]);
    expect(await found({ search: "ada lov" })).toEqual(["Ada Lovelace"]);
    expect(await found({ search: "OVELAC" })).toEqual(["Ada Lovelace"]);
    expect(await found({ search: "zirconium" })).toEqual([]);
    for (const search of ["%", "_", "' or 1=1 --", '"', "* OR", "NEAR(", "\\", "(", "ent_", "%%%"]) {
      expect(await truth.ask("retrieve_entities", { search })).toMatchObject({ entities: expect.any(Array) });
    }
  },
);

const contactsOf = (count: number, organization: string) =>
  Array.from({ length: count }, (_, n) => ({ entity_type: "contact", name: `Person ${n}`, organization }));

/** All ids of a list, page by page; every page must tell the same total. */
async function idsOfAllPages(truth: TestTruth, args: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  for (let total = 1; ids.length < total; ) {
    const page = await truth.ask("retrieve_entities", {
      ...args,
      limit: 170,
      offset: ids.length,
      include_snapshots: false,
    });
    if (ids.length > 0) expect(page.total).toBe(total);
    if (page.entities.length === 0) break;
    total = page.total;
    ids.push(...page.entities.map(({ id }: { id: string }) => id));
  }
  return ids;
}

test.each(ENGINES)(
  "reaches every match of a search, each once, and counts them truly (%s)",
  { timeout: 30 * 60_000 },
  async (engine) => {
    const truth = await openTestTruth({ engine });
    await truth.put(...contactsOf(1000, "Contoso"));
    const ids = await idsOfAllPages(truth, { entity_type: "contact" });
    expect(new Set(ids).size).toBe(1000);
    const [first, second, third, fourth] = ids;
    const long = { entity_type: "contact", name: "Zed", notes: `contoso ${"tea ".repeat(3000)} contoso` };
    const [zed] = await truth.put(
      long,
      { entity_type: "company", name: "Contoso Ltd" },
      { entity_type: "contact", name: "Bob" },
    );
    await truth.ask("delete_entity", { entity_id: first });
    await truth.ask("merge_entities", { from_entity_id: second, to_entity_id: third });
    const live = [...ids.slice(2), zed].sort();

    const search = { entity_type: "contact", search: "contoso" };
    const found = await idsOfAllPages(truth, search);
    expect(found.toSorted()).toEqual(live);
    expect(await idsOfAllPages(truth, { search: "contoso" })).toHaveLength(live.length + 1);
    expect((await idsOfAllPages(truth, { search: "person" })).sort()).toEqual(ids.slice(2).sort());
    expect(await truth.ask("retrieve_entities", { ...search, limit: 1, offset: 900 })).toEqual({
      entities: [
        {
          id: found[900],
          entity_type: "contact",
          canonical_name: expect.stringMatching(/^Person \d+$/),
          snapshot: expect.objectContaining({ organization: "Contoso" }),
          observation_count: 1,
          last_observation_at: expect.any(String),
        },
      ],
      total: live.length,
      excluded_merged: true,
    });
    expect(await truth.ask("retrieve_entities", { ...search, offset: live.length })).toEqual({
      entities: [],
      total: live.length,
      excluded_merged: true,
    });

    const { last_observation_at: then } = (await truth.ask("retrieve_entities", { limit: 1 })).entities[0];
    const { merged_at } = await truth.ask("merge_entities", { from_entity_id: fourth, to_entity_id: zed });
    for (const cut of [{ at_ingested: then }, { at_ingested: then, at: then }]) {
      expect((await idsOfAllPages(truth, { ...search, ...cut })).sort()).toEqual([...ids, zed].sort());
    }
    expect((await idsOfAllPages(truth, { ...search, at_ingested: merged_at })).sort()).toEqual(
      live.filter((id) => id !== fourth),
    );
  },
);

test.each(ENGINES)("where many have every word, those that lack one are no matches (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const both = await truth.put(...contactsOf(300, "Contoso GmbH in the north of the country"));
  const [other] = await truth.put(
    { entity_type: "contact", name: "Contoso" },
    ...Array.from({ length: 300 }, (_, n) => ({ entity_type: "contact", name: `Contoso ${n}` })),
  );
  for (const cut of [{}, { at: "2030-01-01" }, { at_ingested: "2030-01-01" }]) {
    expect((await idsOfAllPages(truth, { search: "person contoso", ...cut })).sort()).toEqual(both.toSorted());
    expect(await idsOfAllPages(truth, { search: "contoso", ...cut })).toContain(other);
    expect(await idsOfAllPages(truth, { search: "contoso", ...cut })).toHaveLength(601);
  }
});

test.each(ENGINES)("finds a name of the type asked for among many of other types (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  await truth.put(...contactsOf(1000, "Contoso"));
  const [verlag, grata, zed, gone] = await truth.put(
    { entity_type: "company", name: "Personalia Verlag" },
    { entity_type: "person", name: "Personaggio Grata" },
    { entity_type: "contact", name: "Zed" },
    { entity_type: "company", name: "Personatus" },
  );
  await truth.ask("delete_entity", { entity_id: gone });
  await truth.ask("merge_entities", { from_entity_id: grata, to_entity_id: zed });
  const found = async (args: Record<string, unknown>) => {
    const { entities, total } = await truth.ask("retrieve_entities", { include_snapshots: false, ...args });
    expect(total).toBe(entities.length);
    return entities.map(({ id }: { id: string }) => id);
  };
  for (const search of ["person", "perso", "erso"]) {
    for (const cut of [{}, { at: "2030-01-01" }, { at_ingested: "2030-01-01" }]) {
      expect(await found({ entity_type: "company", search, ...cut })).toEqual([verlag]);
    }
    expect(await found({ entity_type: "person", search })).toEqual([]);
    expect(await found({ entity_type: "person", search, include_merged: true })).toEqual([grata]);
  }
  for (const search of ["personagg", "ersonagg"]) {
    expect(await found({ entity_type: "contact", search })).toEqual([zed]);
    expect(await found({ search, include_merged: true })).toEqual([zed, grata]);
  }
});

test("keeps users apart", async () => {
  const truth = await openTestTruth();
  await fill(truth);
  const { user_id } = await truth.ask("get_authenticated_user");
  expect(await truth.ask("retrieve_entities", { user_id })).toMatchObject({ total: 4 });
  expect(await truth.ask("retrieve_entities", {}, { user: "bob" })).toEqual({
    entities: [],
    total: 0,
    excluded_merged: true,
  });
  expect(await truth.ask("retrieve_entities", { search: "acme" }, { user: "bob" })).toMatchObject({ total: 0 });
  expect(await truth.ask("retrieve_entities", { user_id }, { user: "bob" })).toMatchObject({
    error: { code: "InvalidParams", message: "user_id does not match authenticated user" },
  });
});

test("lists merged entities only when asked, and says into what", async () => {
  const truth = await openTestTruth();
  const ids = await fill(truth);
  const [from, to] = [ids["Bolt GmbH"], ids["Acme Inc."]];
  await truth.ask("merge_entities", { from_entity_id: from, to_entity_id: to });
  const without = await truth.ask("retrieve_entities", { entity_type: "company" });
  expect(without).toMatchObject({ entities: [{ id: to }], total: 1, excluded_merged: true });
  const withMerged = await truth.ask("retrieve_entities", { entity_type: "company", include_merged: true });
  expect(withMerged).toMatchObject({ total: 2, excluded_merged: false });
  const merged = withMerged.entities.find(({ id }: { id: string }) => id === from);
  expect(merged).toMatchObject({ merged_to: to });
  expect(await truth.ask("retrieve_entities", { search: "bolt", include_merged: true })).toMatchObject({
    entities: expect.arrayContaining([expect.objectContaining({ id: from, merged_to: to })]),
  });
});

test("goes back in time, with the totals of then", async () => {
  const truth = await openTestTruth();
  await fill(truth);
  const all = await truth.ask("retrieve_entities", { include_snapshots: false });
  const second = all.entities[2].last_observation_at;
  await truth.put({ entity_type: "company", name: "Acme Inc.", industry: "anvils" });
  for (const cut of [{ at: second }, { at_ingested: second }, { at: second, at_ingested: second }]) {
    expect(await truth.ask("retrieve_entities", { ...cut, include_snapshots: false })).toEqual({
      entities: all.entities.slice(2),
      total: 2,
      excluded_merged: true,
    });
    expect(await truth.ask("retrieve_entities", { ...cut, search: "acme" })).toMatchObject({
      entities: [{ canonical_name: "Acme Inc.", snapshot: { country: "DE" } }, { canonical_name: "Ada Lovelace" }],
      total: 2,
    });
  }
  expect(await truth.ask("retrieve_entities", { at: "2020-01-01", include_merged: true })).toEqual({
    entities: [],
    total: 0,
    excluded_merged: true,
  });
});

test("finds by words that a past snapshot had, and not by words it did not have yet", async () => {
  const truth = await openTestTruth();
  const [acme] = await truth.put({ entity_type: "company", name: "Acme Inc.", industry: "anvils" });
  const { last_observation_at: then } = (await truth.ask("retrieve_entities", {})).entities[0];
  await truth.put({ entity_type: "company", name: "Acme Inc.", industry: "rockets" });
  const idsAt = async (search: string, at?: string) =>
    (await truth.ask("retrieve_entities", { search, ...(at && { at }) })).entities.map(({ id }: { id: string }) => id);
  expect(await idsAt("anvils", then)).toEqual([acme]);
  expect(await idsAt("rockets", then)).toEqual([]);
  expect(await idsAt("anvils")).toEqual([]);
  expect(await idsAt("rockets")).toEqual([acme]);
});

test.each(ENGINES)("finds by the beginning and by a part of the name that was known then (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const [annie] = await truth.put({ entity_type: "person", name: "Aperture Annie" });
  const { last_observation_at: then } = (await truth.ask("retrieve_entities", {})).entities[0];
  await truth.ask("correct", {
    entity_id: annie,
    entity_type: "person",
    field: "name",
    value: "Bellows Betty",
    idempotency_key: "rename",
  });
  const { last_observation_at: now } = (await truth.ask("retrieve_entities", {})).entities[0];
  const found = async (search: string, cut: object) =>
    namesOf(await truth.ask("retrieve_entities", { search, ...cut }));
  for (const cut of ["at", "at_ingested"]) {
    for (const search of ["apert", "pertur", "aperture ann"]) {
      expect(await found(search, { [cut]: then })).toEqual(["Aperture Annie"]);
      // A former name still finds who had it.
      expect(await found(search, { [cut]: now })).toEqual(["Bellows Betty"]);
      expect(await found(search, {})).toEqual(["Bellows Betty"]);
      expect(await found(search, { [cut]: "2020-01-01" })).toEqual([]);
    }
    for (const search of ["bello", "ellow", "bellows bet"]) {
      expect(await found(search, { [cut]: then })).toEqual([]);
      expect(await found(search, { [cut]: now })).toEqual(["Bellows Betty"]);
      expect(await found(search, {})).toEqual(["Bellows Betty"]);
    }
  }
});

test("allows 300 questions a minute", async () => {
  const truth = await openTestTruth({ limits: {} });
  for (let n = 0; n < 300; n += 1) await truth.ask("retrieve_entities", { limit: 1 });
  expect(await truth.ask("retrieve_entities", {})).toMatchObject({
    error: {
      code: "RATE_LIMIT_EXCEEDED",
      message: expect.stringMatching(/^Rate limit exceeded\. Retry after \d+ seconds\.$/),
      details: { retry_after_seconds: expect.any(Number) },
    },
  });
});

test("refuses what it cannot ask for", async () => {
  const truth = await openTestTruth();
  const wrong = [
    { limit: 0 },
    { limit: 1001 },
    { offset: -1 },
    { entity_type: "Invoice" },
    { entity_type: "" },
    { search: "" },
    { search: "x".repeat(4001) },
    { include_merged: "yes" },
    { at: "2024-02-30" },
    { unknown: 1 },
  ];
  for (const args of wrong) {
    expect(await truth.ask("retrieve_entities", args)).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  }
});

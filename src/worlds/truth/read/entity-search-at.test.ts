import { expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { createSimulatedEnv } from "../../../../test/kit/simulated-env.ts";
import { openTestTruth } from "../../../../test/kit/truth.ts";

test.each(ENGINES)(
  "a search of a time to come gives the list of now (%s)",
  { timeout: 30 * 60_000 },
  async (engine) => {
    const truth = await openTestTruth({ engine });
    const contacts = Array.from({ length: 250 }, (_, n) => ({
      entity_type: "contact",
      name: `Person ${n}`,
      organization: "Contoso Köln",
    }));
    await truth.put(...Array.from({ length: 30 }, (_, n) => ({ entity_type: "company", name: `Acme ${n}` })));
    const [zebra, , ann, anna, gone] = await truth.put(
      { entity_type: "company", name: "Zebra Works", industry: "stripes" },
      { entity_type: "person", name: "J Smith" },
      { entity_type: "person", name: "Ann Smith", city: "Köln" },
      { entity_type: "person", name: "Anna Smith", city: "Bonn" },
      { entity_type: "person", name: "Hannah Smithers" },
      { entity_type: "note", title: "Log", content: `zirconium ${"tea ".repeat(3000)} beryllium` },
      { entity_type: "person", name: "Zoë Müller", role: "buys companies" },
    );
    await truth.ask("correct", {
      entity_id: zebra,
      entity_type: "company",
      field: "name",
      value: "Quagga Works",
      idempotency_key: "rename",
    });
    await truth.put({ entity_type: "person", name: "Ann Smith", city: "Ulm" }, ...contacts);
    await truth.ask("delete_entity", { entity_id: gone });
    await truth.ask("merge_entities", { from_entity_id: anna, to_entity_id: ann });
    const totals: Record<string, number> = {
      "acme 7": 1,
      acme: 30,
      "acm 7": 1,
      "j smith": 1,
      "ann smith": 1,
      smith: 2,
      smiths: 2,
      anna: 1,
      nna: 1,
      hannah: 0,
      "zoe muller": 1,
      "Zoë Müller": 1,
      companies: 32,
      company: 32,
      zebra: 1,
      "zebra w": 1,
      ebra: 1,
      "quagga works": 1,
      stripe: 1,
      "zirconium beryllium": 1,
      "acme smith": 32,
      "contoso person": 250,
      "contoso smith": 252,
      koln: 250,
      perso: 250,
      "the of": 0,
      "%": 0,
      nothing: 0,
    };
    const found: Record<string, number> = {};
    for (const search of Object.keys(totals)) {
      for (const only of [{}, { entity_type: "person" }]) {
        const asked = { search, ...only, limit: 500, include_snapshots: false };
        const now = await truth.ask("retrieve_entities", asked);
        if (!("entity_type" in only)) found[search] = now.total;
        for (const cut of [{ at_ingested: "2030-01-01" }, { at: "2030-01-01" }]) {
          expect({ search, ...(await truth.ask("retrieve_entities", { ...asked, ...cut })) }).toEqual({
            search,
            ...now,
          });
        }
      }
    }
    expect(found).toEqual(totals);
  },
);

test.each(ENGINES)(
  "a search of a time gone by finds what it found at that time (%s)",
  { timeout: 30 * 60_000 },
  async (engine) => {
    const env = createSimulatedEnv("gone by");
    const truth = await openTestTruth({ engine, env });
    const [zebra, ann, anna, , gone, both, part] = await truth.put(
      { entity_type: "company", name: "Zebra Works", industry: "stripes" },
      { entity_type: "person", name: "Ann Smith", city: "Köln" },
      { entity_type: "person", name: "Anna Smith", city: "Bonn" },
      { entity_type: "person", name: "J Smith", city: "Köln" },
      { entity_type: "person", name: "Hannah Smithers", city: "Ulm" },
      { entity_type: "person", name: "Zoë Müller", city: "Ulm" },
      { entity_type: "person", name: "Mark Müller", city: "Köln" },
    );
    await truth.ask("merge_entities", { from_entity_id: part, to_entity_id: both });
    const searches = [
      "zebra",
      "ebra",
      "quagga",
      "quagg",
      "stripes",
      "smith koln",
      "ann smith",
      "anna",
      "nnah",
      "smiths",
      "ulm",
    ];
    searches.push("zoe muller", "mark m", "ark m", "bonn", "ann ulm", "persons", "people", "smith stripes");
    const listed = async (cut: object) => {
      const lists: Record<string, string[]> = {};
      for (const search of searches) {
        const { entities, total } = await truth.ask("retrieve_entities", { search, include_snapshots: false, ...cut });
        expect(total).toBe(entities.length);
        lists[search] = entities.map(({ id }: { id: string }) => id).sort();
      }
      return lists;
    };
    const lists: { at_ingested: string; found: Record<string, string[]> }[] = [];
    const correct = (entity_id: string | undefined, entity_type: string, field: string, value: string) =>
      truth.ask("correct", { entity_id, entity_type, field, value, idempotency_key: `${entity_id} ${value}` });
    const changes = [
      () => correct(zebra, "company", "name", "Quagga Works"),
      () => correct(ann, "person", "city", "Ulm"),
      () => truth.ask("delete_entity", { entity_id: gone }),
      () => truth.ask("merge_entities", { from_entity_id: anna, to_entity_id: ann }),
      () => truth.ask("unmerge_entities", { from_entity_id: part }),
      () => correct(both, "person", "city", "Bonn"),
      () => truth.ask("restore_entity", { entity_id: gone }),
      () => truth.ask("split_entity", { entity_id: zebra, observation_ids: [renamed] }),
      () => correct(both, "person", "city", "Ulm"),
    ];
    let renamed: string | undefined;
    for (const change of changes) {
      lists.push({ at_ingested: new Date(env.now()).toISOString(), found: await listed({}) });
      const done = await change();
      expect(done).not.toHaveProperty("error");
      renamed ??= done.observation_id;
    }
    for (const { at_ingested, found } of lists) expect(await listed({ at_ingested })).toEqual(found);
  },
);

import fc from "fast-check";
import { expect, test } from "vitest";
import { sortPlaces, tiedPage } from "./tied-page.ts";

test("gives every page of the whole list, however many share a time", async () => {
  const place = fc.record({ id: fc.integer({ min: 0, max: 999 }).map(String), at: fc.integer({ min: 0, max: 4 }) });
  const list = fc.uniqueArray(place, { selector: ({ id }) => id, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      list,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 45 }),
      async (all, limit, offset) => {
        const found = await tiedPage(
          {
            newest: async (most) => all.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, most),
            ofTime: async (time, most) =>
              all
                .filter(({ at }) => at === time)
                .sort((a, b) => (a.id < b.id ? -1 : 1))
                .slice(0, most),
          },
          { limit, offset },
        );
        expect(found).toEqual(sortPlaces(all).slice(offset, offset + limit));
      },
    ),
  );
});

import { expect, test } from "vitest";
import {
  failuresOf,
  REVISIONS,
  runFixtureFree,
  runFixtureSuites,
  type Suite,
} from "../../scripts/conformance/suites.ts";
import { createWorkplace } from "../../scripts/conformance/workplace.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { sampled } from "../kit/thorough.ts";

const LIMIT_MS = 15 * 60_000;

/** One of each world, or all of them in the long run: what these scenarios ask is answered by the kernel for all. */
const SHIPPED = WORLDS.filter(({ name }) => name !== "conformance").flatMap(({ servers }) =>
  sampled(servers, servers.length),
);

/** The two revisions by turns, or both in the long run. */
const revisionsOf = (server: string) => sampled(REVISIONS, REVISIONS.length, SHIPPED.indexOf(server));
const SCENARIOS = { "2025-11-25": "8/8", "2026-07-28": "11/11" };

/** How many passed of how many: of those that count, and of those that the revision does not ask for. */
function tally({ label, scenarios }: Suite) {
  const share = (scored: boolean) => {
    const all = scenarios.filter((scenario) => scenario.scored === scored);
    return `${all.filter(({ state }) => state === "passed").length}/${all.length}`;
  };
  return { label, scored: share(true), unscored: share(false) };
}

test(
  "the protocol's own suites find nothing wrong with the server that has their fixtures",
  async ({ signal }) => {
    const suites = await runFixtureSuites(createWorkplace(temporaryFolder(), signal), () => {});

    expect(suites.flatMap(failuresOf)).toEqual([]);
    expect(suites.map(tally)).toMatchObject([
      { label: "0.1.16 all", scored: "32/32" },
      { label: "alpha.12 requirements 2025-11-25", scored: "30/30", unscored: "3/3" },
      { label: "alpha.12 requirements 2026-07-28", scored: "37/37" },
    ]);
  },
  LIMIT_MS,
);

test(
  "the servers we ship pass all that needs no fixture",
  async ({ signal }) => {
    const suites = await runFixtureFree(createWorkplace(temporaryFolder(), signal), SHIPPED, () => {}, revisionsOf);

    expect(suites.flatMap(failuresOf)).toEqual([]);
    expect(SHIPPED).toEqual(expect.arrayContaining(["notebook", "instructions", "truth"]));
    expect(suites.map(tally)).toEqual(
      SHIPPED.flatMap((server) =>
        revisionsOf(server).map((revision) => ({
          label: `${server} without fixtures ${revision}`,
          scored: SCENARIOS[revision],
          unscored: "0/0",
        })),
      ),
    );
  },
  LIMIT_MS,
);

/** The demo collection: what a street's garden group might have written down. Our own words, no real people. */
export const DEMO_COLLECTION = "garden-notes";

interface DemoFile {
  readonly path: string;
  readonly text: string;
  /** Its time; the files are as old as they say. */
  readonly at: string;
}

const WATERING = `---
notebook_id: watering-log
title: Watering log
author: The garden group
created_at: 2025-05-04
tags: [water, routine]
---
# May

The barrel under the shed roof fills in one night of steady rain: 210 litres on the 6th, measured with the dipstick.
We water in the evening. Water given at noon was gone by three, and the leaves had brown edges the next day.

The drip line along bed 2 is blocked at the third hole. Mira cleared it with a needle and it ran again.

# June

Three weeks without rain. The barrel was empty on the 14th, and from then on we carried water from the pump.

Rule we agreed on: seedlings first, then tomatoes, then everything else. Lawns get nothing.

# July

A mulch of cut grass, two fingers deep, kept bed 3 damp for four days. The bare bed beside it was dry after one.
We will mulch all beds next year before the end of May.
`;

const TOMATOES = `---
notebook_id: tomato-trial
title: Tomato trial
author: The garden group
created_at: 2025-06-01
tags: [tomatoes, trial]
---
# What we tried

Two rows of the same variety, twelve plants each. Row A was pruned to a single stem, row B was left to grow.

## Result

Row A gave 31 kg, the first ripe fruit on 12 July. Row B gave 38 kg, the first ripe fruit on 25 July.
Row B had more split fruit after the storm of 3 August: we threw away 4 kg.

## What we do not know

One summer and two rows prove little. Row B also stood closer to the wall, which is warm at night.
Whoever repeats this should swap the rows.
`;

const SEEDS = `${JSON.stringify(
  {
    notebook_id: "seed-swap",
    title: "Seed swap",
    author: "The garden group",
    created_at: "2025-09-20",
    pages: [
      {
        page: 1,
        timestamp: "2025-09-20T15:00:00Z",
        text: "Seeds we can give away: runner beans from bed 1 (two jars), marigold, and the yellow tomato from row A. The beans are dry and counted, about 400.",
      },
      {
        page: 2,
        timestamp: "2025-09-20T16:30:00Z",
        text: "Seeds we are looking for: a broad bean that stands frost, and any lettuce that does not bolt in June.\n\nKeep seeds dry, dark and cool. Last year's carrot seed lay in the greenhouse and hardly one in ten came up.",
      },
    ],
  },
  null,
  2,
)}\n`;

const SENSOR = `${JSON.stringify(
  {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { title: "Soil moisture sensor", created_at: "2025-07-18", authors: [{ name: "The garden group" }] },
    cells: [
      {
        cell_type: "markdown",
        metadata: {},
        source: [
          "# Soil moisture sensor\n",
          "\n",
          "The sensor in bed 3 reports every ten minutes. 0 is dry air, 100 is a glass of water.",
        ],
      },
      {
        cell_type: "code",
        metadata: { timestamp: "2025-07-18T18:20:00Z" },
        execution_count: 1,
        outputs: [],
        source: [
          "readings = [61, 58, 55, 51, 48]  # noon to four, mulched\n",
          "bare = [60, 49, 40, 31, 22]\n",
          "print(sum(readings) / 5, sum(bare) / 5)",
        ],
      },
      {
        cell_type: "markdown",
        metadata: {},
        source: [
          "The mulched bed lost 13 points in an afternoon, the bare one 38. One sensor each, one afternoon: a hint, not a proof.",
        ],
      },
    ],
  },
  null,
  1,
)}\n`;

const SET = `${JSON.stringify(
  {
    artifact_set_id: "water-index",
    artifact_type: "index",
    status: "offered",
    created_at: "2025-10-02T09:00:00Z",
    source_notebooks: ["watering-log", "soil-moisture"],
    created_by: "human_export",
  },
  null,
  2,
)}\n`;

const INDEX = `# Where the notebooks speak of water

- Barrel and drip line: Watering log, page 1
- Order of watering in a drought: Watering log, page 2
- Mulch: Watering log, page 3; Soil moisture sensor, cells 1 to 3
`;

const INDEX_PROVENANCE = `${JSON.stringify(
  {
    source_notebooks: ["watering-log", "soil-moisture"],
    transformation_steps: [
      { step_order: 1, tool: "hand_written_index", timestamp: "2025-10-02T09:00:00Z", parameters: { topic: "water" } },
    ],
    created_at: "2025-10-02T09:00:00Z",
    created_by: "human_export",
  },
  null,
  2,
)}\n`;

const COLLECTION = `${JSON.stringify(
  {
    collection_id: DEMO_COLLECTION,
    title: "Garden notes (demo)",
    domain_tags: ["garden", "demo"],
    description: "Four short notebooks of an invented garden group, to try the tools with.",
    created_at: "2025-05-04",
  },
  null,
  2,
)}\n`;

export const DEMO_FILES: readonly DemoFile[] = [
  { path: "notebooks/watering-log.md", text: WATERING, at: "2025-07-31T18:00:00Z" },
  { path: "notebooks/tomato-trial.md", text: TOMATOES, at: "2025-08-30T18:00:00Z" },
  { path: "notebooks/seed-swap.json", text: SEEDS, at: "2025-09-20T18:00:00Z" },
  { path: "notebooks/soil-moisture.ipynb", text: SENSOR, at: "2025-07-18T18:30:00Z" },
  { path: "artifacts/water-index/set.json", text: SET, at: "2025-10-02T09:00:00Z" },
  { path: "artifacts/water-index/where-water-is.md", text: INDEX, at: "2025-10-02T09:00:00Z" },
  { path: "artifacts/water-index/where-water-is.provenance.json", text: INDEX_PROVENANCE, at: "2025-10-02T09:00:00Z" },
  { path: "collection.json", text: COLLECTION, at: "2025-10-02T09:00:00Z" },
];

/** A week at a mill by a river, as somebody would tell it. */
export const WEEK: readonly { readonly at: string; readonly content: string; readonly tags: readonly string[] }[] = [
  { at: "2026-03-02T08:10:00Z", content: "Heavy rain in the hills makes the river rise.", tags: ["river"] },
  { at: "2026-03-02T17:30:00Z", content: "The rising river caused a flood at the lower bridge.", tags: ["river"] },
  {
    at: "2026-03-03T07:45:00Z",
    content: "Because of the flood, the road to Harbour Street is closed.",
    tags: ["road"],
  },
  {
    at: "2026-03-03T09:00:00Z",
    content: "Ines delivers the bakery counter by the upper road instead.",
    tags: ["work"],
  },
  { at: "2026-03-04T10:20:00Z", content: "Tom wants the oven door fitted before the opening.", tags: ["work"] },
  { at: "2026-03-04T15:05:00Z", content: "The oven door was fitted; Tom is happy with it.", tags: ["work"] },
  {
    at: "2026-03-05T11:00:00Z",
    content: "The water is falling and the lower bridge is open again.",
    tags: ["river", "road"],
  },
  {
    at: "2026-03-05T18:40:00Z",
    content: "The bridge at the lower river has opened again, the water falls.",
    tags: ["river"],
  },
  {
    at: "2026-03-06T09:15:00Z",
    content: "Ines writes down: leave one day of slack for every delivery.",
    tags: ["work"],
  },
];

/** What it taught. */
export const LESSON = {
  content: "A flood closes the lower road within a day, so deliveries need a second way.",
  rationale: "Plans for deliveries should know it",
} as const;

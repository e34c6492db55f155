/** What the tools said at one time of the day. */
export interface Moment {
  readonly hour: number;
  readonly dreamt: boolean;
  readonly r: number;
  readonly C: number;
  readonly entropy: number;
  readonly coherence: number;
  readonly dopamine: number;
  readonly serotonin: number;
  readonly noradrenaline: number;
}

const WIDTH = 860;
const PANEL = { left: 60, right: 20, height: 150, gap: 44, top: 40 } as const;

interface Line {
  readonly key: Exclude<keyof Moment, "hour" | "dreamt">;
  readonly colour: string;
}

const PANELS: readonly {
  readonly title: string;
  readonly low: number;
  readonly high: number;
  readonly lines: readonly Line[];
}[] = [
  {
    title: "In step (r) and the whole (C); grey bars are dreams",
    low: 0,
    high: 1,
    lines: [
      { key: "r", colour: "#1f6feb" },
      { key: "C", colour: "#bf3989" },
    ],
  },
  {
    title: "Modulators",
    low: 0,
    high: 5,
    lines: [
      { key: "dopamine", colour: "#1a7f37" },
      { key: "serotonin", colour: "#9a6700" },
      { key: "noradrenaline", colour: "#cf222e" },
    ],
  },
  {
    title: "How new the last memories were (entropy), how well they hold together (coherence)",
    low: 0,
    high: 1,
    lines: [
      { key: "entropy", colour: "#0969da" },
      { key: "coherence", colour: "#8250df" },
    ],
  },
];

/** The day as one picture: a panel for each group, dreams as grey bars. */
export function drawDay(moments: readonly Moment[]): string {
  const height = PANEL.top + PANELS.length * (PANEL.height + PANEL.gap);
  const x = (hour: number) => PANEL.left + (hour / 24) * (WIDTH - PANEL.left - PANEL.right);
  const parts = PANELS.map((panel, index) => {
    const top = PANEL.top + index * (PANEL.height + PANEL.gap);
    const y = (value: number) => top + PANEL.height * (1 - (value - panel.low) / (panel.high - panel.low));
    const dreams = moments
      .filter(({ dreamt }) => dreamt)
      .map(({ hour }) => `<rect x="${at(x(hour) - 2)}" y="${top}" width="4" height="${PANEL.height}" fill="#d0d7de"/>`);
    const lines = panel.lines.map(({ key, colour }) => {
      const points = moments.map((moment) => `${at(x(moment.hour))},${at(y(moment[key]))}`).join(" ");
      return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
    });
    const names = panel.lines.map(
      ({ key, colour }, place) =>
        `<text x="${WIDTH - PANEL.right - (panel.lines.length - 1 - place) * 90}" y="${top - 8}" text-anchor="end" fill="${colour}">${key}</text>`,
    );
    const frame = `<rect x="${PANEL.left}" y="${top}" width="${WIDTH - PANEL.left - PANEL.right}" height="${PANEL.height}" fill="none" stroke="#8c959f"/>`;
    const scale = [panel.low, panel.high].map(
      (value) => `<text x="${PANEL.left - 8}" y="${at(y(value) + 4)}" text-anchor="end">${value}</text>`,
    );
    const hours = [0, 6, 12, 18, 24].map(
      (hour) => `<text x="${at(x(hour))}" y="${top + PANEL.height + 16}" text-anchor="middle">${hour}:00</text>`,
    );
    const title = `<text x="${PANEL.left}" y="${top - 8}" font-weight="600">${panel.title}</text>`;
    return [title, ...dreams, frame, ...lines, ...names, ...scale, ...hours].join("\n");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#1f2328">`,
    "<title>A day of the graph: oscillators, modulators, entropy and coherence</title>",
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function at(value: number): string {
  return value.toFixed(1);
}

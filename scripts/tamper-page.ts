import { type Cell, COMMANDS, cellOf } from "../test/reliability/tamper/cells.ts";
import { SECTIONS } from "../test/reliability/tamper/table.ts";

const NAMES = { verify: "verify", full: "verify --full", checkpoint: "verify --checkpoint", replay: "replay" } as const;

/** The table that `test/reliability/tamper-table.test.ts` proves, cell by cell. */
export function tamperLines(): string[] {
  const reasons: string[] = [];
  const shown = (cell: Cell) => {
    if (typeof cell === "string") return "found";
    if (!reasons.includes(cell.because)) reasons.push(cell.because);
    return `no (${reasons.indexOf(cell.because) + 1})`;
  };
  const sections = SECTIONS.flatMap(({ title, about, table }) => [
    `## ${title}`,
    "",
    about,
    "",
    `| edit | ${COMMANDS.map((command) => NAMES[command]).join(" | ")} | the first thing named |`,
    `|---|${COMMANDS.map(() => "---|").join("")}---|`,
    ...Object.entries(table).map(([kind, cells]) => {
      const named = [cells.full, cells.checkpoint ?? "", cells.verify].find((cell) => typeof cell === "string" && cell);
      const name = typeof named === "string" ? `\`${named.replaceAll("|", "\\|")}\`` : "";
      return `| ${kind} | ${COMMANDS.map((command) => shown(cellOf(cells, command))).join(" | ")} | ${name} |`;
    }),
    "",
  ]);
  const all = SECTIONS.flatMap(({ table }) => Object.values(table));
  const foundBy = COMMANDS.map((command) => {
    const found = all.filter((cells) => typeof cellOf(cells, command) === "string").length;
    return `${found} by \`${NAMES[command]}\``;
  });
  return [
    `${all.length} kinds of edit to a data folder, each made to a copy of the whole folder, and what each command makes of it. \`found\` means exit code 1 and the thing named; every \`no\` has its reason below. Found: ${foundBy.join(", ")}.`,
    "",
    "The folder was filled through the tools of every world by two users, verified halfway, written to again, and closed; the checkpoint is of its end. `--checkpoint` includes all that `--full` does. Names in braces stand for ids, … for anything.",
    "",
    "Where it says no:",
    "",
    ...reasons.map((reason, n) => `${n + 1}. ${reason}`),
    "",
    ...sections,
  ];
}

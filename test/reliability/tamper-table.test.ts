import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { sampled } from "../kit/thorough.ts";
import {
  ANSWERS_NOTHING,
  type Cell,
  COMMANDS,
  type Command,
  cellOf,
  fits,
  LESS_AND_TRUE,
  MADE_ANEW,
  NO_CHECKPOINT,
  NOT_NEEDED,
  ONLY_A_CHECKPOINT,
  SECRETS,
  SEEN_ONCE,
} from "./tamper/cells.ts";
import { runHere, type Said } from "./tamper/commands.ts";
import { type Copy, DATABASE, type Edit, runStatements } from "./tamper/edit.ts";
import { type Made, makeInstallation } from "./tamper/make-folder.ts";
import { createNaming, type Named } from "./tamper/name-ids.ts";
import { SECTIONS } from "./tamper/table.ts";

const ARGUMENTS: Readonly<Record<Command, (copy: Copy) => string[]>> = {
  verify: () => ["verify"],
  full: () => ["verify", "--full"],
  checkpoint: ({ checkpoint }) => ["verify", "--checkpoint", checkpoint],
  replay: () => ["replay"],
};

/** A copy of the whole folder and of the checkpoint, with an edit made to it. */
function editedCopy(made: Made, edit: Edit | undefined): Copy {
  const copy = { folder: join(made.root, "copy"), made, checkpoint: join(made.root, "checkpoint-copy.json") };
  rmSync(copy.folder, { recursive: true, force: true });
  cpSync(made.data, copy.folder, { recursive: true });
  cpSync(join(made.root, "checkpoint.json"), copy.checkpoint);
  if (typeof edit === "function") edit(copy);
  else if (edit !== undefined) runStatements(copy, edit);
  return copy;
}

function argumentsOf(command: Command, copy: Copy): string[] {
  return [...ARGUMENTS[command](copy), "--data", copy.folder, "--config", copy.made.config];
}

/** What is named first, without what only tells how far it came. */
function firstNamed({ code, lines }: Said): string {
  if (code === 0) return "";
  const first = lines.find((line) => /^bad |^bailiwick: /.test(line)) ?? "";
  return first.replace(/^bad |^bailiwick: /, "");
}

/** A cell as it turned out, to be compared with what is expected of it. */
function turnedOut(cell: Cell, said: Said, nameIds: (line: string) => string): Cell {
  const named = nameIds(firstNamed(said));
  if (fits(cell, named) && said.code === (typeof cell === "string" ? 1 : 0)) return cell;
  return said.code === 0 ? { because: "nothing was found" } : named || said.lines.join("\n");
}

test("every edit is found by every command that the table says it is found by, and named", async () => {
  const made = await makeInstallation();
  const db = new Sqlite(join(made.data, DATABASE), { readonly: true });
  const nameIds = await createNaming(async (question) => db.prepare<[], Named>(question).all());
  db.close();
  for (const command of COMMANDS) {
    const { code, lines } = await runHere(argumentsOf(command, editedCopy(made, undefined)), made.root);
    expect([command, code, lines.filter((line) => line.startsWith("bad "))]).toEqual([command, 0, []]);
  }
  let turn = 0;
  for (const { title, edits, table } of SECTIONS) {
    for (const [kind, cells] of sampled(Object.entries(table), 2)) {
      const expected: Partial<Record<Command, Cell>> = {};
      const found: Partial<Record<Command, Cell>> = {};
      // A full verification each time; of the quicker ways one, by turns, unless this is the long run.
      const quicker = COMMANDS.filter((command) => command !== "full");
      turn += 1;
      for (const command of ["full" as const, ...sampled(quicker, quicker.length, turn)]) {
        const cell = cellOf(cells, command);
        const said = await runHere(argumentsOf(command, editedCopy(made, edits[kind])), made.root);
        expect(said.lines.join("\n"), `${title}: ${kind}`).not.toMatch(/fault of ours|\n {4}at /);
        expected[command] = cell;
        found[command] = turnedOut(cell, said, nameIds);
      }
      expect.soft({ title, kind, ...found }).toEqual({ title, kind, ...expected });
    }
  }
});

/** Why something may pass a full verification: it changes no answer, or it is one of the few that nothing here can tell. */
const MAY_PASS: readonly Cell[] = [ANSWERS_NOTHING, LESS_AND_TRUE, MADE_ANEW, NOT_NEEDED, NO_CHECKPOINT];
const CANNOT_TELL: readonly Cell[] = [ONLY_A_CHECKPOINT, SECRETS, SEEN_ONCE];

test("whatever changes an answer is found by --full, and by --checkpoint as well; exceptions are few and told", () => {
  const kinds = SECTIONS.flatMap(({ edits, table }) => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(edits).sort());
    return Object.entries(table).map(([kind, cells]) => ({ kind, cells, full: cells.full }));
  });
  expect(kinds.length).toBeGreaterThan(40);
  const passing = kinds.filter(({ full }) => typeof full !== "string" && !MAY_PASS.includes(full));
  expect(passing.map(({ kind, full }) => [kind, CANNOT_TELL.includes(full)])).toEqual([
    ["instructions: when one was first seen", true],
    ["account: the hash of a password", true],
    ["account: a session is planted", true],
    ["the whole folder is another installation's", true],
    ["the whole folder is an older copy", true],
  ]);
  for (const { kind, cells, full } of kinds) {
    if (typeof full === "string" || full === ONLY_A_CHECKPOINT) {
      expect([kind, typeof cellOf(cells, "checkpoint")]).toEqual([kind, "string"]);
    }
  }
});

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { runCli } from "../kit/processes.ts";
import { play } from "../kit/transcript.ts";

test("what was typed wrong is told by the name it was typed under, with exit code 2, and nothing is made", async () => {
  const cwd = temporaryFolder();

  await play(
    cwd,
    `
    $ bailiwick search larch
    ! bailiwick: The data folder holds no database yet. Looked in ./bailiwick-data: …
    (exit 1)

    $ bailiwick recall x --k 0
    ! bailiwick: --k: must be at least 1
    (exit 2)

    $ bailiwick recall x --as-of never
    ! bailiwick: --as-of: must be an existing date …
    (exit 2)

    $ bailiwick verify --key x
    ! bailiwick: --key is what a checkpoint is believed by: give it together with --checkpoint FILE
    (exit 2)

    $ bailiwick completion
    ! bailiwick: usage: bailiwick completion bash|zsh|fish
    (exit 2)

    $ bailiwick connect cursor --http foo
    ! bailiwick: --http takes the address of a running server, such as http://127.0.0.1:7777
    (exit 2)

    $ bailiwick connect zed --hooks
    ! bailiwick: --hooks knows claude-code, cursor and codex, not zed
    (exit 2)

    $ bailiwick import ifc house.ifc --dry-run
    ! bailiwick: --dry-run is no flag of import ifc; it takes none of its own
    (exit 2)

    $ bailiwick import files people.csv --link
    ! bailiwick: --link is no flag of import files; it takes --dry-run
    (exit 2)

    $ bailiwick status --config none.json
    ! bailiwick: the configuration file ./none.json cannot be read: there is no such file or folder
    (exit 2)
    `,
  );
  expect(existsSync(join(cwd, "bailiwick-data"))).toBe(false);
});

test("a configuration file with a mark before its first letter is read", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "bailiwick.config.json"), `\u{feff}${JSON.stringify({ data: "elsewhere" })}`);

  const { stderr } = await runCli(["status"], { cwd });

  expect(stderr).toContain(`Looked in ${join(cwd, "elsewhere")}`);
});

test("connect --write shows what stands in the file, and hooks leave a file alone that is not understood", async () => {
  const cwd = temporaryFolder();
  const settings = join(cwd, ".claude", "settings.json");
  mkdirSync(join(cwd, ".claude"));
  writeFileSync(settings, '{"hooks": {"SessionStart": "mine"}}');

  const written = await runCli(["connect", "claude-code", "--write"], { cwd });
  const refused = await runCli(["connect", "claude-code", "--hooks", "--write"], { cwd });

  expect(written.stdout).toContain(readFileSync(join(cwd, ".mcp.json"), "utf8").trim());
  expect(written.stdout).not.toContain("claude mcp add");
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(".claude/settings.json is not what it should be, and is left alone"),
  });
  expect(readFileSync(settings, "utf8")).toBe('{"hooks": {"SessionStart": "mine"}}');
});

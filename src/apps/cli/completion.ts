import { suggestion } from "../../kernel/serve.ts";
import { UsageError } from "../usage-error.ts";
import { COMMANDS, COMMON_FLAGS } from "./commands.ts";
import type { Terminal } from "./terminal.ts";

const NAMES = [...Object.keys(COMMANDS), "help", "version"].sort();

function flagsOf(command: string): string[] {
  return Object.keys({ ...COMMANDS[command]?.flags, ...COMMON_FLAGS }).map((flag) => `--${flag}`);
}

/** What each shell is told, and what to do with it. */
const SHELLS: Readonly<Record<string, { readonly where: string; script(): string }>> = {
  bash: {
    where: "bailiwick completion bash > ~/.local/share/bash-completion/completions/bailiwick",
    script: () =>
      [
        "_bailiwick() {",
        `  local word="\${COMP_WORDS[COMP_CWORD]}"`,
        `  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${NAMES.join(" ")}" -- "$word")); return; fi`,
        '  case "$word" in -*) ;; *) COMPREPLY=($(compgen -f -- "$word")); return ;; esac',
        `  case "\${COMP_WORDS[1]}" in`,
        ...Object.keys(COMMANDS).map(
          (name) => `    ${name}) COMPREPLY=($(compgen -W "${flagsOf(name).join(" ")}" -- "$word")) ;;`,
        ),
        "  esac",
        "}",
        "complete -o filenames -F _bailiwick bailiwick",
      ].join("\n"),
  },
  zsh: {
    where: "bailiwick completion zsh > a file _bailiwick in a folder of $fpath",
    script: () =>
      [
        "#compdef bailiwick",
        "if (( CURRENT == 2 )); then",
        "  local -a commands=(",
        ...Object.entries(COMMANDS).map(([name, { summary }]) => `    ${quoted(`${name}:${summary}`)}`),
        "  )",
        "  _describe command commands",
        "  return",
        "fi",
        'case "$words[2]" in',
        ...Object.keys(COMMANDS).map((name) => `  ${name}) compadd -- ${flagsOf(name).join(" ")} ;;`),
        "esac",
        "_files",
      ].join("\n"),
  },
  fish: {
    where: "bailiwick completion fish > ~/.config/fish/completions/bailiwick.fish",
    script: () =>
      Object.entries(COMMANDS)
        .flatMap(([name, { summary, flags }]) => [
          `complete -c bailiwick -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
          ...Object.entries({ ...flags, ...COMMON_FLAGS }).map(
            ([flag, { help, type }]) =>
              `complete -c bailiwick -n '__fish_seen_subcommand_from ${name}' -l ${flag}${type === "string" ? " -r" : ""} -d ${quoted(help)}`,
          ),
        ])
        .join("\n"),
  },
};

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Prints what makes a shell complete this command line. */
export async function completion(
  [shell = ""]: readonly string[],
  _settings: unknown,
  terminal: Terminal,
): Promise<number> {
  const form = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (form === undefined) {
    const shells = Object.keys(SHELLS);
    throw new UsageError(`no completion for ${shell}${suggestion(shell, shells)} (shells: ${shells.join(", ")})`);
  }
  terminal.warn(`to keep it: ${form.where}`);
  terminal.print(form.script());
  return 0;
}

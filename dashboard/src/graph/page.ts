import { element } from "../element.ts";
import { backToServers, field, quiet, section, textInput, title, type View } from "../page.ts";
import { fetchJson, readCount, readList, readObject, readOptional, readText } from "../read-json.ts";
import { showTable } from "../table.ts";

interface Result {
  readonly id: string;
  readonly content: string;
  readonly similarity: number;
  readonly strongest: string;
  /** By the name of the space or stage; null where it says nothing. */
  readonly spaces: Readonly<Record<string, number | null>>;
  readonly stages: Readonly<Record<string, number | null>>;
}

const STAGES: Readonly<Record<string, string>> = {
  index: "words and meaning of the index",
  head: "head of the meaning",
  fusion: "all spaces together",
  tokens: "token by token",
};

/** Why each result of a question stands where it stands. */
export async function showGraph({ query }: View): Promise<Node[]> {
  const asked = (query.get("query") ?? "").trim();
  const report = readObject(await fetchJson(`/api/graph_explain.json?${new URLSearchParams({ query: asked })}`));
  const error = readOptional(report.error);
  const results = error === "" ? readList(report.results).map(readResult) : [];
  return [
    backToServers(),
    ...title("Graph", "Ask as an agent would, and see the scores that put each memory in its place."),
    showQuestion(asked),
    ...(error === "" ? [] : [element("section", "part", quiet(error))]),
    ...(asked !== "" && error === "" && results.length === 0 ? [showNothing()] : []),
    ...results.map(showResult),
  ];
}

function showNothing(): HTMLElement {
  return element(
    "section",
    "part",
    quiet("No memory is near this question. Agents keep memories with store_memory or inject_context."),
  );
}

function showQuestion(asked: string): HTMLElement {
  const button = element("button", "", "Explain");
  button.type = "submit";
  const form = element(
    "form",
    "part question",
    field("Question", textInput("query", asked)),
    element("div", "actions", button),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = `#/graph?${new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))}`;
  });
  return form;
}

function showResult({ content, id, similarity, strongest, spaces, stages }: Result, at: number): HTMLElement {
  const says = (score: number | null): boolean => score !== null && shown(score) !== shown(0);
  const scores = Object.entries(spaces).filter(([, score]) => says(score));
  const silent = Object.entries(spaces).flatMap(([name, score]) => (says(score) ? [] : [name]));
  const details = element(
    "details",
    "",
    element("summary", "", `Score in each space, ${scores.length} of ${scores.length + silent.length}`),
    showTable(
      [
        { heading: "Space", show: ([name]) => (name === strongest ? `${name} (nearest the goal)` : name) },
        { heading: "Score", show: ([, score]) => shown(score) },
        { heading: "", show: ([, score]) => bar(score ?? 0) },
      ],
      scores,
    ),
    ...(silent.length === 0 ? [] : [quiet(`Zero, or not asked: ${silent.join(", ")}`)]),
  );
  details.open = at === 0;
  return section(
    `${at + 1}. Similarity ${shown(similarity)}`,
    element("p", "", content === "" ? id : content),
    quiet(
      Object.entries(STAGES)
        .map(([stage, words]) => `${words} ${shown(stages[stage] ?? null)}`)
        .join(" · "),
    ),
    details,
  );
}

function bar(share: number): HTMLElement {
  const made = element("meter", "bar");
  Object.assign(made, { min: 0, max: 1, value: Math.max(0, Math.min(1, share)) });
  return made;
}

const shown = (score: number | null): string => (score === null ? "–" : score.toFixed(3));

function readResult(value: unknown): Result {
  const result = readObject(value);
  const { spaces, stages } = readObject(result.explanation);
  return {
    id: readText(result.fingerprintId),
    content: readOptional(result.content),
    similarity: readCount(result.similarity),
    strongest: readText(result.dominantEmbedder),
    spaces: readScores(spaces),
    stages: readScores(stages),
  };
}

function readScores(value: unknown): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(readObject(value)).map(([name, score]) => [name, score === null ? null : readCount(score)]),
  );
}

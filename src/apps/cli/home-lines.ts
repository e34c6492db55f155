// How the answers of home read on a terminal.

// biome-ignore lint/suspicious/noExplicitAny: the answer of a tool, whose schema it was checked against.
type Answer = any;

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

export function rememberedLines({ memory_id, already_known, understood, withheld, warnings }: Answer): string[] {
  return [
    `${already_known === true ? "known already" : "remembered"}: ${memory_id}`,
    ...understood.map(
      ({ name, entity_type, joined, fields }: Answer) =>
        `  ${joined} ${entity_type} ${oneLine(name)}: ${fields.map(({ field }: Answer) => field).join(", ")}`,
    ),
    ...withheld.map(({ kind, count }: Answer) => `  held back: ${count} × ${kind} (--keep-secrets keeps it)`),
    ...warnings.map((warning: string) => `  note: ${warning}`),
  ];
}

export function recalledLines({ evidence, confidence, no_evidence, note }: Answer): string[] {
  return [
    ...(no_evidence === undefined ? [] : [no_evidence.reason, ""]),
    ...evidence.flatMap((one: Answer, n: number) => [
      `${n + 1}. “${oneLine(one.quote)}”`,
      ...(one.fact === undefined ? [] : [`   ${one.fact.name}, ${one.fact.field}: ${JSON.stringify(one.fact.value)}`]),
      `   ${aboutSource(one.source)} · ${one.from} · ${one.score.toFixed(2)}`,
      `   ${one.proof_id}`,
    ]),
    ...(evidence.length === 0 ? [] : ["", `confidence ${confidence.toFixed(2)}; open a proof with: bailiwick open ID`]),
    ...(note === undefined ? [] : [`note: ${note}`]),
  ];
}

export function briefLines({ text }: Answer): string[] {
  return [text === "" ? "Nothing to tell yet." : text];
}

export function openedLines(opened: Answer): string[] {
  const { quote, verified, before, after, source, fact, history, log, corrected, forgotten } = opened;
  if (forgotten !== undefined) return [`forgotten at ${forgotten.at}, entry ${forgotten.event_id}`];
  return [
    ...(before === "" ? [] : [`  … ${oneLine(before)}`]),
    `> ${quote}`,
    ...(after === "" ? [] : [`  ${oneLine(after)} …`]),
    "",
    `${verified === true ? "verified now" : "NOT as it was stored"} · ${aboutSource(source)} · source ${source.id}`,
    ...(fact === undefined ? [] : [`${fact.name}, ${fact.field}: ${JSON.stringify(fact.value)}`]),
    ...(corrected === undefined ? [] : [`corrected to ${JSON.stringify(corrected.value)} at ${corrected.at}`]),
    ...history.map(
      ({ value, at, won, why }: Answer) => `  ${won === true ? "*" : "-"} ${JSON.stringify(value)} at ${at}: ${why}`,
    ),
    ...(log === null ? [] : [`log entry ${log.seq} ${log.id} at ${log.at}`, `hash ${log.hash}`]),
  ];
}

function aboutSource({ title, when, author }: Answer): string {
  return [author, when, title === null ? null : oneLine(title)].filter((part) => part !== null).join(", ");
}

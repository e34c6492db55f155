import { type Event, KernelError } from "../../../kernel/index.ts";
import type { Answer, Home } from "../home.ts";

/** How many of an agent's own entries are looked through for one that was not undone yet. */
const ENTRIES_MAX = 1000;
const UNDO = /^undo ([0-9a-f-]{36})$/;

/** Takes back what one call did: this agent's last that still stands, or the one an entry belongs to. */
export async function undo(home: Home, eventId: string | undefined) {
  const event = eventId === undefined ? await lastWrite(home) : await ownEntry(home, eventId);
  const entries = await entriesOfCall(home, event);
  const undone: { server: string; tool: string; event_id: string }[] = [];
  // The last thing first, as it came on top of the others.
  for (const entry of entries.reverse()) {
    if (await takeBack(home, entry)) undone.push({ server: entry.server, tool: entry.tool, event_id: entry.id });
  }
  if (undone.length === 0) throw new KernelError("conflict", "That call changed nothing, so there is nothing to undo");
  const last = await home.scope.journal.at(await home.scope.journal.head());
  return { event_id: last?.id ?? "", undone };
}

async function ownEntry({ scope }: Home, id: string): Promise<Event> {
  const event = await scope.journal.withId(id);
  const { user, agent } = scope.caller.actor;
  // Another's entry is like one that is not there.
  if (event === undefined || event.actor.user !== user || event.actor.agent !== agent) {
    throw new KernelError("not_found", "There is no entry of yours with this id");
  }
  return event;
}

/** The newest of this agent's own that is neither an undoing nor undone already. */
async function lastWrite({ scope }: Home): Promise<Event> {
  const undone = new Set<string>();
  let before = Number.MAX_SAFE_INTEGER;
  for (let looked = 0; looked < ENTRIES_MAX; looked += 1) {
    const event = await scope.journal.lastBy(scope.caller.actor, before);
    if (event === undefined) break;
    before = event.seq;
    const [, of] = UNDO.exec(event.reasoning ?? "") ?? [];
    if (of !== undefined) undone.add(of);
    else if (!undone.has(event.id) && event.kind !== "request.answered") return event;
  }
  throw new KernelError("not_found", "There is no write of yours that still stands");
}

/** All that the call left; the entries of one call follow each other. */
async function entriesOfCall({ scope }: Home, event: Event): Promise<Event[]> {
  const call = event.via?.call;
  if (call === undefined) return [event];
  const isOfCall = (one: Event | undefined): one is Event => one?.via?.call === call;
  const entries = [event];
  for (let seq = event.seq - 1; ; seq -= 1) {
    const one = await scope.journal.at(seq);
    if (!isOfCall(one)) break;
    entries.unshift(one);
  }
  for (let seq = event.seq + 1; ; seq += 1) {
    const one = await scope.journal.at(seq);
    if (!isOfCall(one)) break;
    entries.push(one);
  }
  return entries;
}

/** Takes one entry back; answers whether there was something to take back. */
async function takeBack(home: Home, { id, server, kind, payload }: Event): Promise<boolean> {
  const said = (payload ?? {}) as Answer;
  const reason = `undo ${id}`;
  const isOfTruth = server === "truth" || server === "memory";
  if (isOfTruth && kind === "request.answered") return false;
  if (isOfTruth && kind === "source.withdrawn") {
    await home.truth("readmit_source", { source_id: said.source_id, reason });
    return true;
  }
  const states = ["source.stored", "field.corrected", "entity.deleted", "entity.restored", "source.readmitted"];
  if (isOfTruth && states.includes(kind) && (said.source !== undefined || kind === "source.readmitted")) {
    await home.truth("withdraw_source", { source_id: said.source_id, reason });
    return true;
  }
  if (isOfTruth && kind === "entities.merged") {
    await home.truth("unmerge_entities", { from_entity_id: said.from_entity_id, reason });
    return true;
  }
  throw new KernelError("conflict", "This kind of change cannot be undone here; use the tools of its own server", {
    server,
    kind,
  });
}

import { type Erased, type EraseHost, type EraseTarget, KernelError } from "../../../../kernel/index.ts";
import { type Remainders, remaindersOf } from "../../model/erase/remainders.ts";
import { type Going, type Target, whatGoes } from "../../model/erase/what-goes.ts";
import { isRecorded } from "../../model/recorded.ts";
import type { RequestStore } from "../../store/request-store.ts";
import { Stores } from "../../store/stores.ts";

/** Ids of everything that answers name: entities, and observations and sources, which are shaped like UUIDs. */
const IDS = /ent_[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Forgets an entity with all that was merged into it. */
export function eraseEntity({ id }: EraseTarget, host: EraseHost): Promise<Erased> {
  return erase({ kind: "entity", id }, host);
}

/** Forgets all that a source said, and the source. */
export function eraseSource({ id }: EraseTarget, host: EraseHost): Promise<Erased> {
  return erase({ kind: "source", id }, host);
}

/** Forgets what no entry speaks of; all else of a user goes with the log. */
export async function eraseUser(_target: EraseTarget, host: EraseHost): Promise<Erased> {
  await new Stores(host.sql, host.tenant).requests.removeBefore();
  return { entries: new Map(), blobs: [], notes: [] };
}

async function erase(target: Target, host: EraseHost): Promise<Erased> {
  async function* entries() {
    for await (const event of host.entries()) if (isRecorded(event)) yield event;
  }
  const going = await whatGoes(entries, target);
  if (going === undefined) {
    throw new KernelError("not_found", `There is no ${target.kind} with this id.`, {
      [`${target.kind}_id`]: target.id,
    });
  }
  const { requests } = new Stores(host.sql, host.tenant);
  const remainders = await remaindersOf(entries, going, await answersNaming(requests, going.ids));
  for (const key of remainders.answers) await requests.erase(key);
  return {
    entries: remainders.entries,
    blobs: [...remainders.contents].sort(),
    notes: notesOn(target, going, remainders),
  };
}

/** Requests whose kept answers name something that goes. Those that no entry speaks of are forgotten here. */
async function answersNaming(requests: RequestStore, gone: ReadonlySet<string>): Promise<Set<string>> {
  const names = (answer: string) => (answer.match(IDS) ?? []).some((id) => gone.has(id));
  const [forgotten, before] = [new Set<string>(), new Set<string>()];
  for await (const { key_hash, answer } of requests.each())
    if (answer !== null && names(answer)) forgotten.add(key_hash);
  for await (const { idempotency_key, answer } of requests.eachBefore()) if (names(answer)) before.add(idempotency_key);
  for (const key of before) await requests.eraseBefore(key);
  return forgotten;
}

function notesOn(target: Target, going: Going, { emptied, answers, merges, splits }: Remainders): string[] {
  const shown = going.groups.shownOf(target.id);
  const others = [...going.entities].filter((id) => id !== target.id);
  const lines: (string | false)[] = [
    target.kind === "entity" &&
      shown !== target.id &&
      `${target.id} was merged into ${shown}, which is erased with it.`,
    others.length > 0 && `Of these entities nothing is left: ${others.sort().join(", ")}.`,
    merges > 0 && `${merges} merges of what is erased go with it.`,
    splits > 0 && `${splits} splits of what is erased go with it.`,
    answers.size > 0 &&
      `${answers.size} kept answers that name it are forgotten; the same calls are refused, not made again.`,
    ...[...emptied]
      .sort()
      .map(
        (id) =>
          `The content of source ${id} is erased, because it says this too; other facts from it stay, without their quotes.`,
      ),
    "What was learnt from it under other names, or said in files that were only kept, is not known to be about it and stays.",
  ];
  return lines.filter((line) => line !== false);
}

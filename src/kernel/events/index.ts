export { BROUGHT_OVER, broughtOverAt, logMigrations } from "./bring-over.ts";
export { compareTable, findingOf } from "./compare-tables.ts";
export { bodyHash, entryHash, formerHash, GENESIS_HASH } from "./entry-hash.ts";
export {
  allHeads,
  appendEvent,
  eventsAfter,
  eventsOfKinds,
  eventsOfLog,
  everyTenant,
  findLogEnd,
  type Head,
  hashesUpTo,
  headOf,
  type LogEnd,
  lastRowBy,
  newSalt,
  type Origin,
  replaceBody,
  rowAt,
  rowsAfter,
  rowsOfApproval,
  rowWithId,
} from "./event-log.ts";
export { type EventRow, toEvent } from "./event-row.ts";
export { makeGood } from "./make-good.ts";
export { createNaming, ownersOfBlobs } from "./named-blobs.ts";
export { openRebuild } from "./rebuild.ts";
export { type ReplayReport, replay } from "./replay.ts";
export { forgetScrubDue, noteScrubDue, scrubsDue } from "./scrub-due.ts";
export { type StateRoot, stateRoot } from "./state-root.ts";
export { createLogWatcher, type LogWatcher } from "./watch-log.ts";

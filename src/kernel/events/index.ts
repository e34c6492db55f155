export { type Checkpoint, makeCheckpoint, readCheckpoint } from "./checkpoint.ts";
export { allHeads, appendEvent, eventsAfter, type Head, type Origin } from "./event-log.ts";
export { everyNamedBlob, ownersOfBlobs } from "./named-blobs.ts";
export { openRebuild } from "./rebuild.ts";
export { type ReplayReport, replay } from "./replay.ts";
export { type StateRoot, stateRoot } from "./state-root.ts";
export { type BadEntry, type LogReport, verifyLog } from "./verify-log.ts";
export { createLogWatcher, type LogWatcher } from "./watch-log.ts";

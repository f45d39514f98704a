export { isFloorCached, cacheDay, cacheFloor, cachedAsOf, markCurrent } from "./days";
export { countUnsent, clearOfflineData, clearDays, maintainOfflineData } from "./guard";
export { addNote, currentNotes, decideNote, dropNote, discardSent, onNotes, sendNotes } from "./notes";
export type { Notes } from "./notes";
export { choicesOf, heldOf, isUnsentUid, subjectOf, uidOf } from "./model";
export type { Choice, Note, StepNote, WalkInNote } from "./model";

export { isFloorKept, keepDay, keepFloor, keptSince, stillRight } from "./days";
export { countUnsent, forgetAll, forgetDays, watchKept } from "./guard";
export { addNote, currentNotes, decideNote, dropNote, forgetSent, onNotes, sendNotes } from "./notes";
export type { Notes } from "./notes";
export { choicesOf, heldOf, isUnsentUid, subjectOf, uidOf } from "./model";
export type { Choice, Note, StepNote, WalkInNote } from "./model";

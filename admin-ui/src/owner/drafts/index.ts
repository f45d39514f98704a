export { ChangedMeanwhile } from "./ChangedMeanwhile";
export { decisionsOf } from "./decisions";
export { dayForm, deleteDrafts, hasDraft, notesForm, reservationForm, showIn } from "./store";
export { sendEdit } from "./send-edit";
export { UnsavedNote } from "./UnsavedNote";
export { useDraft } from "./use-draft";
export type { Drafted } from "./use-draft";
export { useDrafts } from "./use-drafts";

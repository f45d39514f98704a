export { ChangedMeanwhile } from "./ChangedMeanwhile";
export { dayForm, deleteDrafts, hasDraft, notesForm, reservationForm, showIn } from "./store";
export { UnsavedNote } from "./UnsavedNote";
export { useDraft } from "./use-draft";
export type { Drafted } from "./use-draft";
export { useDrafts } from "./use-drafts";

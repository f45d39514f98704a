export { ChangedMeanwhile } from "./ChangedMeanwhile";
export { dayForm, forgetDrafts, isKept, reservationForm, showIn } from "./kept";
export { UnsavedNote } from "./UnsavedNote";
export { useDraft } from "./use-draft";
export { useDrafts } from "./use-drafts";

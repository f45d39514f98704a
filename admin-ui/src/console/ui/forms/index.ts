export { EditConflict } from "./EditConflict";
export { FocusFirstInvalid } from "./FocusFirstInvalid";
export { FormChanges } from "./FormChanges";
export { SubmitOnce } from "./SubmitOnce";
export { RecordDialog } from "./RecordDialog";
export { errorOf } from "./error-of";
export { changesOf, theirsIn, useTheirs } from "./use-theirs";
export type { Theirs } from "./use-theirs";

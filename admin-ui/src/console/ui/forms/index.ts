export { FocusFirstInvalid } from "./FocusFirstInvalid";
export { FormChanges } from "./FormChanges";
export { SubmitOnce } from "./SubmitOnce";
export { RecordDialog } from "./RecordDialog";
export { errorOf } from "./error-of";

export { RecordDialog } from "./RecordDialog";
export { errorOf } from "./error-of";

export { FirstWrong } from "./FirstWrong";
export { FormChanges } from "./FormChanges";
export { OneSave } from "./OneSave";
export { RecordDialog } from "./RecordDialog";
export { errorOf } from "./error-of";

export { FieldConflict } from "./FieldConflict";
export { FormConflicts } from "./FormConflicts";

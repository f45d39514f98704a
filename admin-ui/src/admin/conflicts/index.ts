export { FormConflicts } from "./FormConflicts";

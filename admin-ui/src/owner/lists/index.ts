export { FileActions } from "./FileActions";
export { KeepParameters } from "./KeepParameters";
export { PageList } from "./PageList";
export { AS_LISTED, conditionsOf, searchFor } from "./address";

export { ListPages } from "./ListPages";
export { ResourceList, Rows } from "./ResourceList";
export { RowTable } from "./RowTable";

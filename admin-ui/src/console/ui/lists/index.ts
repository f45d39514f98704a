export { ListPages } from "./ListPages";
export { ResourceList, Rows } from "./ResourceList";
export { SortCell } from "./SortCell";

export { RowTable } from "./RowTable";

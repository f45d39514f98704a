export { ConsoleList, NoRows } from "./ConsoleList";
export { ListTable } from "./ListTable";
export { exporterOf } from "./export";

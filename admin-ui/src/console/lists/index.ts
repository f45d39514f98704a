export { ConsoleList } from "./ConsoleList";
export { ListTable } from "./ListTable";
export { exporterOf } from "./export";

export { ConsoleList } from "./ConsoleList";
export { ListTable } from "./ListTable";
export { RecordPane } from "./RecordFacts";
export { exporterOf } from "./export";

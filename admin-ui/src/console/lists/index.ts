export { ConsoleList, ListProblem } from "./ConsoleList";
export { ListTable } from "./ListTable";
export { RecordPane } from "./RecordFacts";
export { exporterOf } from "./export";

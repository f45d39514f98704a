export { useReportedHeight } from "./hooks/useReportedHeight";

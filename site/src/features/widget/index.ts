export { useToldHeight } from "./hooks/useToldHeight";

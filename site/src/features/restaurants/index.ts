export { CourseLine } from "./components/CourseLine";

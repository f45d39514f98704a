export { SendingPane, isMoving } from "./SendingPane";

export { expectedOf } from "./expected";
export { SendingPane, isMoving } from "./SendingPane";

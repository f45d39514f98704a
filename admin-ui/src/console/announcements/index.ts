export { SendingPane, isMoving } from "./SendingPane";
export type { SendingCalls } from "./SendingPane";

export { CancellationSlotPane } from "./CancellationSlotPane";
export { CreateSlotDialog } from "./CreateSlotDialog";
export type { CreateSlotProps } from "./CreateSlotDialog";
export { SlotDialog } from "./SlotDialog";
export type { SlotDialogProps } from "./SlotDialog";

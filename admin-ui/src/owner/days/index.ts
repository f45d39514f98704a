export { CircleLegend, Circles } from "./Circles";
export { ClosedSwitch } from "./ClosedSwitch";
export type { ClosedSwitchProps } from "./ClosedSwitch";
export { DayMemo } from "./DayMemo";
export type { DayMemoProps } from "./DayMemo";
export { DayTagsEditor } from "./DayTagsEditor";
export type { DayTagsEditorProps, TagOfDay } from "./DayTagsEditor";

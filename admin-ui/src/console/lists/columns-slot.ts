import { createContext } from "react";

/** The element of a list's actions that contains the button of its table's columns, and its ref callback. */
export const ColumnsSlotContext = createContext<[HTMLElement | null, (slot: HTMLElement | null) => void]>([
  null,
  () => undefined,
]);

export { orderKindOf } from "./model/order";
export type { OrderKind } from "./model/order";
export { shownPriceOf } from "./model/shown-price";
export { Sums } from "./components/Sums";

export { shownPriceOf } from "./model/shown-price";

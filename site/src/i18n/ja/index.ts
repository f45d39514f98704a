import { booking } from "./booking";
import { common } from "./common";
import { plans } from "./plans";
import { raffles } from "./raffles";
import { restaurants } from "./restaurants";

/** Texts of the pages that a visitor opens first. */
export const texts = {
  ...common,
  ...restaurants,
  ...booking,
  ...plans,
  ...raffles,
};

/** Japanese is the source: every other language has these keys. */
export type FirstTexts = typeof texts;

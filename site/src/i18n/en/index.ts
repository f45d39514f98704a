import type { FirstTexts } from "../ja";
import { booking } from "./booking";
import { common } from "./common";
import { plans } from "./plans";
import { raffles } from "./raffles";
import { restaurants } from "./restaurants";

const english = {
  ...common,
  ...restaurants,
  ...booking,
  ...plans,
  ...raffles,
};

export const texts: FirstTexts = english;

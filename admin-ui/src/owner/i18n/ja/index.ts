import { consoleTexts } from "@/console/i18n/ja";
import { announcements } from "./announcements";
import { calendar } from "./calendar";
import { customers } from "./customers";
import { days } from "./days";
import { delivery } from "./delivery";
import { floor } from "./floor";
import { floorPlan } from "./floor-plan";
import type { later } from "./later";
import { notifications } from "./notifications";
import { owner } from "./owner";
import { reservations } from "./reservations";
import { resources } from "./resources";
import { reviews } from "./reviews";
import { slots } from "./slots";

export const texts = {
  ...consoleTexts,
  ...owner,
  ...calendar,
  ...notifications,
  ...announcements,
  ...customers,
  ...days,
  ...floor,
  ...floorPlan,
  ...delivery,
  ...reservations,
  ...resources,
  ...reviews,
  ...slots,
};

/** Japanese is the source: every other language has these keys. */
export type FirstTexts = typeof texts;
/** All texts, including `later`. */
export type Texts = FirstTexts & typeof later;

export { messages } from "@/console/i18n/ja";

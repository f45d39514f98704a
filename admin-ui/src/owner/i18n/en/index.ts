import { consoleTexts } from "@/console/i18n/en";
import type { FirstTexts } from "../ja";
import { announcements } from "./announcements";
import { calendar } from "./calendar";
import { customers } from "./customers";
import { days } from "./days";
import { delivery } from "./delivery";
import { floor } from "./floor";
import { floorPlan } from "./floor-plan";
import { notifications } from "./notifications";
import { owner } from "./owner";
import { reservations } from "./reservations";
import { resources } from "./resources";
import { reviews } from "./reviews";
import { slots } from "./slots";

export const texts: FirstTexts = {
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

export { messages } from "@/console/i18n/en";

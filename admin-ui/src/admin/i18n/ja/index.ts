import { consoleTexts } from "@/console/i18n/ja";
import { admin } from "./admin";
import { announcementRelease } from "./announcement-release";
import { door } from "./door";
import { plans } from "./plans";
import { masters } from "./masters";
import { raffles } from "./raffles";
import { refills } from "./refills";
import { restaurants } from "./restaurants";
import { sections } from "./sections";

export const texts = {
  ...consoleTexts,
  ...admin,
  ...announcementRelease,
  ...door,
  ...plans,
  ...raffles,
  ...refills,
  ...sections,
  ...masters,
  ...restaurants,
};

/** Japanese is the source: every other language has these keys. */
export type Texts = typeof texts;

export { messages } from "@/console/i18n/ja";

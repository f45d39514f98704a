import { consoleTexts } from "@/console/i18n/ja";
import { admin } from "./admin";
import { announcementRelease } from "./announcement-release";
import { audit } from "./audit";
import { door } from "./door";
import { plans } from "./plans";
import { masters } from "./masters";
import { raffles } from "./raffles";
import { refills } from "./refills";
import { restaurants } from "./restaurants";
import { sections } from "./sections";
import { support } from "./support";

export const texts = {
  ...consoleTexts,
  ...admin,
  ...announcementRelease,
  ...audit,
  ...door,
  ...plans,
  ...raffles,
  ...refills,
  ...sections,
  ...masters,
  ...restaurants,
  ...support,
};

/** Japanese is the source: every other language has these keys. */
export type Texts = typeof texts;

export { messages } from "@/console/i18n/ja";

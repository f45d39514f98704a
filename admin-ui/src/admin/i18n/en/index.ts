import { consoleTexts } from "@/console/i18n/en";
import type { Texts } from "../ja";
import { admin } from "./admin";
import { announcementRelease } from "./announcement-release";
import { door } from "./door";
import { plans } from "./plans";
import { masters } from "./masters";
import { raffles } from "./raffles";
import { refills } from "./refills";
import { restaurants } from "./restaurants";
import { sections } from "./sections";

export const texts: Texts = {
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

export { messages } from "@/console/i18n/en";

import { consoleTexts } from "@/console/i18n/ja";
import { adjustments } from "./adjustments";
import { admin } from "./admin";
import { announcements } from "./announcements";
import { booking } from "./booking";
import { find } from "./find";
import { console_sign_in } from "./sign-in";
import type { later } from "./later";
import { masters } from "./masters";
import { disputes } from "./disputes";
import { system } from "./system";
import { offsiteImport } from "./offsite-import";
import { plans } from "./plans";
import { privacy } from "./privacy";
import { raffles } from "./raffles";
import { refills } from "./refills";
import { restaurants } from "./restaurants";
import { sections } from "./sections";
import { support } from "./support";

export const texts = {
  ...consoleTexts,
  ...adjustments,
  ...admin,
  ...announcements,
  ...booking,
  ...console_sign_in,
  ...disputes,
  ...find,
  ...masters,
  ...offsiteImport,
  ...plans,
  ...privacy,
  ...raffles,
  ...refills,
  ...restaurants,
  ...sections,
  ...support,
  ...system,
};

/** Japanese is the source: every other language has these keys. */
export type FirstTexts = typeof texts;
/** All texts, including `later`. */
export type Texts = FirstTexts & typeof later;

export { messages } from "@/console/i18n/ja";

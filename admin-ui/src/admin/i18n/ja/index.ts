import { consoleTexts } from "@/console/i18n/ja";
import { admin } from "./admin";
import { door } from "./door";
import { raffles } from "./raffles";

export const texts = { ...consoleTexts, ...admin, ...door, ...raffles };

/** Japanese is the source: every other language has these keys. */
export type Texts = typeof texts;

export { messages } from "@/console/i18n/ja";

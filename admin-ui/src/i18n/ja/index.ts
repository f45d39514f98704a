import { calendar } from "./calendar";
import { consoleTexts } from "./console";
import { notifications } from "./notifications";
import { reservations } from "./reservations";

export const texts = { ...consoleTexts, ...calendar, ...notifications, ...reservations };

/** Japanese is the source: every other language has these keys. */
export type Texts = typeof texts;

export { messages } from "./react-admin";

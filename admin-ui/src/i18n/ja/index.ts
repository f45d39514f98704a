import { calendar } from "./calendar";
import { consoleTexts } from "./console";
import { days } from "./days";
import { notifications } from "./notifications";
import { reservations } from "./reservations";
import { slots } from "./slots";

export const texts = { ...consoleTexts, ...calendar, ...notifications, ...reservations, ...slots, ...days };

/** Japanese is the source: every other language has these keys. */
export type Texts = typeof texts;

export { messages } from "./react-admin";

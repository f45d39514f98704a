import type { Texts } from "../ja";
import { calendar } from "./calendar";
import { consoleTexts } from "./console";
import { days } from "./days";
import { notifications } from "./notifications";
import { reservations } from "./reservations";
import { slots } from "./slots";

export const texts: Texts = { ...consoleTexts, ...calendar, ...notifications, ...reservations, ...slots, ...days };

export { messages } from "./react-admin";

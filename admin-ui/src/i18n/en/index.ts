import type { Texts } from "../ja";
import { calendar } from "./calendar";
import { consoleTexts } from "./console";
import { notifications } from "./notifications";
import { reservations } from "./reservations";

export const texts: Texts = { ...consoleTexts, ...calendar, ...notifications, ...reservations };

export { messages } from "./react-admin";

import type { Texts } from "../ja";
import { calendar } from "./calendar";
import { consoleTexts } from "./console";
import { notifications } from "./notifications";

export const texts: Texts = { ...consoleTexts, ...calendar, ...notifications };

export { messages } from "./react-admin";

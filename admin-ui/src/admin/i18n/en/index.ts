import { consoleTexts } from "@/console/i18n/en";
import type { Texts } from "../ja";
import { admin } from "./admin";
import { door } from "./door";
import { raffles } from "./raffles";

export const texts: Texts = { ...consoleTexts, ...admin, ...door, ...raffles };

export { messages } from "@/console/i18n/en";

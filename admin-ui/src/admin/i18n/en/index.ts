import { consoleTexts } from "@/console/i18n/en";
import type { Texts } from "../ja";
import { admin } from "./admin";

export const texts: Texts = { ...consoleTexts, ...admin };

export { messages } from "@/console/i18n/en";

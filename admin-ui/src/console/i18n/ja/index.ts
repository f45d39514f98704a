import { consoleTexts } from "./console";

export { consoleTexts };
/** Japanese is the source: every other language has these keys. */
export type ConsoleTexts = typeof consoleTexts;

export { messages } from "./react-admin";

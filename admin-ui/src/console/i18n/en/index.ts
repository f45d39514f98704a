export { consoleTexts } from "./console";
export { messages } from "./react-admin";

import type { Texts } from "../ja";
import { announcements } from "./announcements";
import { calendar } from "./calendar";
import { consoleTexts } from "./console";
import { customers } from "./customers";
import { delivery } from "./delivery";
import { notifications } from "./notifications";
import { reviews } from "./reviews";

export const texts: Texts = {
  ...consoleTexts,
  ...calendar,
  ...notifications,
  ...customers,
  ...announcements,
  ...reviews,
  ...delivery,
};

export { messages } from "./react-admin";

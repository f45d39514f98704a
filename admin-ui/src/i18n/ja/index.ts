import { announcements } from "./announcements";
import { calendar } from "./calendar";
import { consoleTexts } from "./console";
import { customers } from "./customers";
import { delivery } from "./delivery";
import { notifications } from "./notifications";
import { reviews } from "./reviews";

export const texts = {
  ...consoleTexts,
  ...calendar,
  ...notifications,
  ...customers,
  ...announcements,
  ...reviews,
  ...delivery,
};

/** Japanese is the source: every other language has these keys. */
export type Texts = typeof texts;

export { messages } from "./react-admin";

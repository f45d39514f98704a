import { describe } from "vitest";
import { itIsTranslated } from "@/console/testing/parity";
import { messages as enMessages, texts as en } from "./en";
import { later as enLater } from "./en/later";
import { messages as jaMessages, texts as ja } from "./ja";
import { later as jaLater } from "./ja/later";

describe("texts of the owner console", () => {
  itIsTranslated(ja, en, ["console.language.ja", "front_end.site_name"]);
});

describe("later texts of the owner console", () => {
  itIsTranslated(jaLater, enLater);
});

describe("texts of react-admin", () => {
  itIsTranslated(jaMessages, enMessages);
});

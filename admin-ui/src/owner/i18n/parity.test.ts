import { describe } from "vitest";
import { itIsTranslated } from "@/console/testing/parity";
import { messages as enMessages, texts as en } from "./en";
import { messages as jaMessages, texts as ja } from "./ja";

describe("texts of the owner console", () => {
  itIsTranslated(ja, en, ["console.language.ja", "front_end.site_name"]);
});

describe("texts of react-admin", () => {
  itIsTranslated(jaMessages, enMessages);
});

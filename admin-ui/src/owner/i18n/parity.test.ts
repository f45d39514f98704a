import { describe } from "vitest";
import { itIsTranslated } from "@/console/testing/parity";
import { messages as enMessages, texts as en } from "./en";
import { messages as jaMessages, texts as ja } from "./ja";

describe("the owners' texts", () => {
  itIsTranslated(ja, en, ["console.language.ja", "front_end.site_name"]);
});

describe("react-admin's texts", () => {
  itIsTranslated(jaMessages, enMessages);
});

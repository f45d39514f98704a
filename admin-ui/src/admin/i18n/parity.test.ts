import { describe } from "vitest";
import { itIsTranslated } from "@/console/testing/parity";
import { texts as en } from "./en";
import { lists as enLists } from "./en/lists";
import { texts as ja } from "./ja";
import { lists as jaLists } from "./ja/lists";

describe("the admins' texts", () => {
  itIsTranslated(ja, en, ["console.language.ja"]);
});

describe("the texts of the admins' lists", () => {
  itIsTranslated(jaLists, enLists);
});

import { describe } from "vitest";
import { itIsTranslated } from "@/console/testing/parity";
import { texts as en } from "./en";
import { later as enLater } from "./en/later";
import { texts as ja } from "./ja";
import { later as jaLater } from "./ja/later";

describe("the admins' first texts", () => {
  itIsTranslated(ja, en, ["console.language.ja"]);
});

describe("the admins' later texts", () => {
  itIsTranslated(jaLater, enLater);
});

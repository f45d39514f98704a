import { describe } from "vitest";
import { itIsTranslated } from "@/console/testing/parity";
import { texts as en } from "./en";
import { texts as ja } from "./ja";

describe("the admins' texts", () => {
  itIsTranslated(ja, en, ["console.language.ja"]);
});

import { describe } from "vitest";
import { itIsTranslated } from "@/console/testing/parity";
import { en } from "./en";
import { ja } from "./ja";

describe("the texts of the home page", () => {
  itIsTranslated(ja, en);
});

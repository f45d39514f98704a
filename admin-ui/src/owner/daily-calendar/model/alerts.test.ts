import { expect, it } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import { allergiesOf, allergyLine, tagsOf } from "./alerts";

const t = ((key: string) => key) as Translate;
const guest = { allergy_description: "えび\n\nかに ", customer_tags: ["車椅子", "窓側"] };
const nobody = { allergy_description: "", customer_tags: [] };

it("says allergies in one line, and tags apart from them", () => {
  expect(allergiesOf(guest)).toBe("えび / かに");
  expect(allergyLine(guest, t)).toBe("calendar.allergy: えび / かに");
  expect(tagsOf(guest)).toBe("車椅子・窓側");
  expect([allergiesOf(nobody), allergyLine(nobody, t), tagsOf(nobody)]).toEqual(["", "", ""]);
});

import { expect, it } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import { allergiesOf, allergyLine, dislikesLine, tagsOf } from "./alerts";

const t = ((key: string) => key) as Translate;
const guest = { allergy_description: "えび\n\nかに ", customer_tags: ["車椅子", "窓側"] };
const noAlerts = { allergy_description: "", customer_tags: [] };

it("joins allergies in one line and keeps tags separate", () => {
  expect(allergiesOf(guest)).toBe("えび / かに");
  expect(allergyLine(guest, t)).toBe("calendar.allergy: えび / かに");
  expect(tagsOf(guest)).toBe("車椅子・窓側");
  expect([allergiesOf(noAlerts), allergyLine(noAlerts, t), tagsOf(noAlerts)]).toEqual(["", "", ""]);
});

it("labels dislikes in one line, and shows nothing for a guest without any", () => {
  expect(dislikesLine({ dislikes: "パクチー\nセロリ " }, t)).toBe("calendar.dislikes: パクチー / セロリ");
  expect(dislikesLine({ dislikes: "" }, t)).toBe("");
});

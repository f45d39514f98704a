import { expect, it } from "vitest";
import type { Translate } from "@/owner/i18n/use-t";
import { dividerLabel } from "./labels";

const t = ((key: string) => key) as Translate;

it("labels only the time between two meals as closed hours", () => {
  expect(dividerLabel({ from: 870, till: 1020 }, t)).toBe("calendar.divider");
  expect(dividerLabel({ from: 870, till: 870 }, t)).toBe("calendar.change_of_meals");
});

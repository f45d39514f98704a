import { render, screen, within } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { CircleLegend, Circles } from "./Circles";

const MARK = { inventory_group_short_label: "C", from: "17:00", till: "19:00", promised: 3, filled: 2 };

it("names the circles of planned slots, and explains both kinds", async () => {
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <Circles mark={MARK as Schemas["OperationMark"]} />
      <CircleLegend />
    </CoreAdminContext>,
  );
  expect(await screen.findByRole("img", { name: "C 17:00〜19:00：3枠中2枠" })).toHaveAttribute(
    "title",
    "C 17:00〜19:00：3枠中2枠",
  );
  const legend = screen.getByRole("list", { name: "予定枠の丸印" });
  expect(within(legend).getByText("予約かWeb予約枠がある予定枠")).toBeVisible();
  expect(within(legend).getByText("まだ埋まっていない予定枠")).toBeVisible();
});

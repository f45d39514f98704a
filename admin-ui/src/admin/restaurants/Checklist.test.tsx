import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/admin/testing/open-page";
import { Checklist } from "./Checklist";

it.each([
  [false, "必須"],
  [true, "運営に必要（なくても予約はできます）"],
])("a restaurant without an owner that is bookable: %s", async (is_bookable, text) => {
  const items = [{ step: "owner" as const, is_needed: true, is_done: false }];
  await openPage("/", "/", <Checklist slug="sushi-kagura" checklist={{ items, is_bookable }} />, {});
  expect(await screen.findByText(text)).toBeVisible();
});

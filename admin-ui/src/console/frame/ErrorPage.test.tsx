import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { PageProblem } from "@/console/navigation";
import { ErrorPage } from "./ErrorPage";

function open(problem: PageProblem, isOfAllRestaurants: boolean) {
  const loader = () => Promise.reject(problem);
  const errorElement = <ErrorPage home="/admin/home" isOfAllRestaurants={isOfAllRestaurants} />;
  const router = createMemoryRouter([
    { path: "/", element: <p>page</p>, errorElement, loader, hydrateFallbackElement: <></> },
  ]);
  render(
    <CoreAdminContext i18nProvider={i18nProviderOf("ja", { texts: consoleTexts, messages })}>
      <RouterProvider router={router} />
    </CoreAdminContext>,
  );
}

it.each([
  [true, "アドレスが間違っているか、すでに削除されています。"],
  [false, "アドレスが間違っているか、ほかの店舗のページの可能性があります。"],
])("explains a missing page (of all restaurants: %s)", async (isOfAllRestaurants, text) => {
  open(new PageProblem(404), isOfAllRestaurants);
  expect(await screen.findByText(text)).toBeVisible();
});

it("names the invalid condition of an address", async () => {
  open(new PageProblem(422, "ご利用いただけません", "日付の形式が正しくありません。"), true);
  expect(await screen.findByRole("heading", { name: "この条件では表示できません" })).toBeVisible();
  expect(screen.getByText("日付の形式が正しくありません。")).toBeVisible();
});

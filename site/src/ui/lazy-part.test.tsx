import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { startTranslation } from "@/i18n/setup";
import { lazyPart } from "./lazy-part";

const Broken = () => {
  throw new Error("broken");
};

it.each([
  ["whose code is missing", () => Promise.reject(new TypeError("Failed to fetch")), /^通信できませんでした/],
  ["that fails while it is drawn", () => Promise.resolve(Broken), /^問題が発生しました/],
])("replaces only a part %s, by its reason and a button", async (_, load, reason) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await startTranslation("ja");
  const Part = lazyPart(load);
  render(
    <>
      <h1>鮨かぐら</h1>
      <Part />
    </>,
  );
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.getByRole("button", { name: "もう一度試す" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "鮨かぐら" })).toBeVisible();
});

import { beforeEach, expect, it } from "vitest";
import type { Page } from "./types";
import { addressOfWindow, inWindow, rememberPage, restaurantKept } from "./window";

const SLUGS = ["sushi", "yaki tori"];

const pageAt = (slug: string, slugs = SLUGS) =>
  ({
    csrf_token: "",
    now: "2026-12-08T18:00:00+09:00",
    flash: [],
    session: { restaurant: { slug }, restaurants: slugs.map((own) => ({ slug: own })) },
  }) as unknown as Page;

beforeEach(() => sessionStorage.clear());

it("names this window's restaurant in every call, unless the call names one", () => {
  rememberPage(pageAt("yaki tori"));
  expect(inWindow("/owners/customers")).toBe("/owners/customers?restaurant_slug=yaki%20tori");
  expect(inWindow("/owners/customers?page=2")).toBe("/owners/customers?page=2&restaurant_slug=yaki%20tori");
  for (const named of ["?restaurant_slug=sushi", "?page=2&restaurant_slug=sushi", "?owners_restaurant_slug=sushi"]) {
    expect(inWindow(`/owners${named}`)).toBe(`/owners${named}`);
  }
  expect(inWindow("/owners?my_restaurant_slug=sushi"), "another parameter").toMatch(/&restaurant_slug=yaki%20tori$/);
});

it("names none where there is one only, or nobody is signed in", () => {
  rememberPage(pageAt("sushi", ["sushi"]));
  expect(inWindow("/owners/customers")).toBe("/owners/customers");
  rememberPage({ ...pageAt("sushi"), session: null });
  expect(inWindow("/owners/sign_in")).toBe("/owners/sign_in");
});

it("asks a reload's page again at its own restaurant, where the document is of another", () => {
  const other = pageAt("sushi");
  expect(addressOfWindow(other, "/owners?page=2"), "a new window follows the session").toBeNull();
  rememberPage(pageAt("yaki tori"));
  expect(restaurantKept()).toBe("yaki tori");
  expect(addressOfWindow(other, "/owners?page=2")).toBe("/owners?page=2&restaurant_slug=yaki%20tori");
  expect(addressOfWindow(other, "/owners?owners_restaurant_slug=sushi"), "a switch is asked for").toBeNull();
  expect(addressOfWindow(pageAt("yaki tori"), "/owners"), "it is its own").toBeNull();
  expect(addressOfWindow(pageAt("sushi", ["sushi"]), "/owners"), "it is theirs no more").toBeNull();
  expect(addressOfWindow({ ...other, session: null }, "/owners/sign_in")).toBeNull();
});

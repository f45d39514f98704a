import { beforeEach, expect, it } from "vitest";
import type { Page } from "./types";
import { addressOfWindow, inWindow, rememberPage, storedRestaurant } from "./window";

const SLUGS = ["sushi", "yaki tori"];

const pageAt = (slug: string, slugs = SLUGS) =>
  ({
    csrf_token: "",
    now: "2026-12-08T18:00:00+09:00",
    flash: [],
    session: { restaurant: { slug }, restaurants: slugs.map((own) => ({ slug: own })) },
  }) as unknown as Page;

beforeEach(() => sessionStorage.clear());

it("adds this window's restaurant to each call without one", () => {
  rememberPage(pageAt("yaki tori"));
  expect(inWindow("/owners/customers")).toBe("/owners/customers?restaurant_slug=yaki%20tori");
  expect(inWindow("/owners/customers?page=2")).toBe("/owners/customers?page=2&restaurant_slug=yaki%20tori");
  for (const named of ["?restaurant_slug=sushi", "?page=2&restaurant_slug=sushi", "?owners_restaurant_slug=sushi"]) {
    expect(inWindow(`/owners${named}`)).toBe(`/owners${named}`);
  }
  expect(inWindow("/owners?my_restaurant_slug=sushi"), "another parameter").toMatch(/&restaurant_slug=yaki%20tori$/);
});

it("adds none for a single restaurant or without a session", () => {
  rememberPage(pageAt("sushi", ["sushi"]));
  expect(inWindow("/owners/customers")).toBe("/owners/customers");
  rememberPage({ ...pageAt("sushi"), session: null });
  expect(inWindow("/owners/sign_in")).toBe("/owners/sign_in");
});

it("returns the window's own address if the document belongs to another restaurant", () => {
  const other = pageAt("sushi");
  expect(addressOfWindow(other, "/owners?page=2"), "a new window follows the session").toBeNull();
  rememberPage(pageAt("yaki tori"));
  expect(storedRestaurant()).toBe("yaki tori");
  expect(addressOfWindow(other, "/owners?page=2")).toBe("/owners?page=2&restaurant_slug=yaki%20tori");
  expect(addressOfWindow(other, "/owners?owners_restaurant_slug=sushi"), "the address requests a switch").toBeNull();
  expect(addressOfWindow(pageAt("yaki tori"), "/owners"), "the document belongs to the window's restaurant").toBeNull();
  expect(addressOfWindow(pageAt("sushi", ["sushi"]), "/owners"), "the account has lost the restaurant").toBeNull();
  expect(addressOfWindow({ ...other, session: null }, "/owners/sign_in")).toBeNull();
});

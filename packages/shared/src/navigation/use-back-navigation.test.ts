import { act, cleanup, render, screen } from "@testing-library/react";
import { createElement } from "react";
import { RouterProvider, createBrowserRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { useBackNavigation } from "./use-back-navigation";

class Entry {
  constructor(
    readonly type: string,
    readonly name: string,
  ) {}
}

function Page() {
  const { isStale } = useBackNavigation(() => Promise.resolve());
  return createElement("p", null, isStale ? "old" : "fresh");
}

/**
 * Simulates a document that was loaded in the way `type` at `loaded`; the history has an entry for the previous page.
 */
function open(type: string, loaded: string) {
  vi.stubGlobal("PerformanceNavigationTiming", Entry);
  const entry = new Entry(type, new URL(loaded, window.location.href).href);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([entry as unknown as PerformanceEntry]);
  window.history.replaceState({ key: "before", idx: 0 }, "", "/edit");
  const router = createBrowserRouter([
    { path: "/edit", Component: Page },
    { path: "/other", element: createElement("p", null, "other") },
  ]);
  render(createElement(RouterProvider, { router }));
  return router;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("warns of a page that the back button opened", () => {
  open("back_forward", "/edit");
  expect(screen.queryByText("old")).not.toBeNull();
});

it("warns of a page that the back button opened after another one was reloaded", () => {
  open("reload", "/other");
  expect(screen.queryByText("old")).not.toBeNull();
});

it("treats a reloaded page as fresh until it is left and reopened", async () => {
  const router = open("reload", "/edit#here");
  expect(screen.queryByText("fresh")).not.toBeNull();
  await act(() => router.navigate("/other"));
  expect(screen.queryByText("other")).not.toBeNull();
  await act(() => router.navigate(-1));
  expect(await screen.findByText("old")).not.toBeNull();
});

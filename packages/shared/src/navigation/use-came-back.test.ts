import { act, cleanup, render, screen } from "@testing-library/react";
import { createElement } from "react";
import { RouterProvider, createBrowserRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { useCameBack } from "./use-came-back";

class Entry {
  constructor(
    readonly type: string,
    readonly name: string,
  ) {}
}

function Page() {
  const { isStale } = useCameBack(() => Promise.resolve());
  return createElement("p", null, isStale ? "old" : "fresh");
}

/** The document was loaded so at `loaded`; the history has a place for the page from before. */
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

it("warns of a page that was gone back to", () => {
  open("back_forward", "/edit");
  expect(screen.queryByText("old")).not.toBeNull();
});

it("warns of a page that was gone back to after another one was loaded anew", () => {
  open("reload", "/other");
  expect(screen.queryByText("old")).not.toBeNull();
});

it("takes a page that was loaded anew for fresh, until it is left and come back to", async () => {
  const router = open("reload", "/edit#here");
  expect(screen.queryByText("fresh")).not.toBeNull();
  await act(() => router.navigate("/other"));
  expect(screen.queryByText("other")).not.toBeNull();
  await act(() => router.navigate(-1));
  expect(await screen.findByText("old")).not.toBeNull();
});

import "@testing-library/jest-dom/vitest";
import { forgetPage } from "@seki/shared/testing";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// A machine that builds beside the tests draws a page in seconds.
configure({ asyncUtilTimeout: 10_000 });

// The document double has no modal dialogs, no layout, and loads no scripts.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
window.scrollTo = () => undefined;
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
// No page of a test was come back to.
window.PerformanceNavigationTiming = function PerformanceNavigationTiming() {} as never;

vi.mock("@/external/load-script", () => ({ loadScript: () => Promise.resolve() }));

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// What a module remembers is no other file's business, either.
afterAll(() => {
  forgetPage();
  vi.useRealTimers();
  vi.resetModules();
});

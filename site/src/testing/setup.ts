import "@testing-library/jest-dom/vitest";
import { resetPage, setTestTime } from "@seki/shared/testing";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";

// A machine that builds at the same time needs seconds to draw a page.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no modal dialogs, no layout, and loads no scripts.
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
// No test page was opened by back navigation.
window.PerformanceNavigationTiming = function PerformanceNavigationTiming() {} as never;

vi.mock("@/external/load-script", () => ({ loadScript: () => Promise.resolve() }));

beforeAll(setTestTime);
beforeEach(setTestTime);

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// State of modules must not reach the next test file.
afterAll(() => {
  resetPage();
  vi.useRealTimers();
  vi.resetModules();
});

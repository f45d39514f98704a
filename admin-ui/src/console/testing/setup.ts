import "@testing-library/jest-dom/vitest";
import { resetPage, setTestTime } from "@seki/shared/testing";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";

// A machine that builds at the same time needs seconds to draw a page.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no layout.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
window.IntersectionObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
} as unknown as typeof IntersectionObserver;

beforeAll(setTestTime);
beforeEach(setTestTime);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// State of modules must not reach the next test file.
afterAll(() => {
  resetPage();
  vi.useRealTimers();
  vi.resetModules();
});

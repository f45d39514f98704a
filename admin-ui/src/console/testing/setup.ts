import "@testing-library/jest-dom/vitest";
import { forgetPage } from "@seki/shared/testing";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// A machine that builds beside the tests draws a page in seconds.
configure({ asyncUtilTimeout: 10_000 });

// The document double has no layout.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// What a module remembers is no other file's business, either.
afterAll(() => {
  forgetPage();
  vi.useRealTimers();
  vi.resetModules();
});

import { render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { usePublishedHeight } from "./use-published-height";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Page({ hasBar }: { hasBar: boolean }) {
  const bar = usePublishedHeight("--bar");
  return hasBar && <div ref={bar} />;
}

const property = () => document.documentElement.style.getPropertyValue("--bar");

it("publishes the height of an element as often as it changes, while it is shown", () => {
  const reports: (() => void)[] = [];
  const boxes: unknown[] = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(report: () => void) {
        reports.push(report);
      }
      observe(_: Element, options?: ResizeObserverOptions) {
        boxes.push(options?.box);
      }
      disconnect() {}
    },
  );
  const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(64);
  const { rerender } = render(<Page hasBar />);
  expect(property()).toBe("64px");
  expect(boxes, "the measured box").toEqual(["border-box"]);
  height.mockReturnValue(112);
  for (const report of reports) report();
  expect(property()).toBe("112px");
  rerender(<Page hasBar={false} />);
  expect(property()).toBe("");
  rerender(<Page hasBar />);
  expect(property()).toBe("112px");
});

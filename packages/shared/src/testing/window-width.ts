import { vi } from "vitest";

/** Lets media queries about the greatest width see a window of this width in pixels. */
export function setWindowWidth(width: number): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: width <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1] ?? 0),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

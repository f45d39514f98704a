import { expect, it } from "vitest";
import { forcedColours, theme } from "./theme";

const SYSTEM = /^(?:\d+px solid )?(?:Highlight|HighlightText|ButtonText|ButtonFace|CanvasText|GrayText|none)$/;

it("shows chosen and filled elements in contrast themes, in the system's colours", () => {
  const styles = theme.components?.MuiCssBaseline?.styleOverrides as Record<string, unknown>;
  expect(styles["@media (forced-colors: active)"]).toEqual(forcedColours);
  const selectors = Object.keys(forcedColours).join();
  for (const name of [
    ".MuiToggleButton-root.Mui-selected",
    ".MuiButtonBase-root[aria-pressed=true]",
    ".MuiButton-contained",
    ".MuiSlider-thumb",
    ".fill",
  ]) {
    expect(selectors).toContain(name);
  }
  expect(
    Object.values(forcedColours)
      .flatMap((rule) => Object.values(rule))
      .filter((value) => !SYSTEM.test(value)),
  ).toEqual([]);
});

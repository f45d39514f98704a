import Badge from "@mui/material/Badge";
import Button from "@mui/material/Button";
import CssBaseline from "@mui/material/CssBaseline";
import DialogContent from "@mui/material/DialogContent";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import Slider from "@mui/material/Slider";
import { ThemeProvider } from "@mui/material/styles";
import ToggleButton from "@mui/material/ToggleButton";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { forcedColours, theme } from "./theme";

const SYSTEM =
  /^(?:\d+px solid )?(?:Highlight|HighlightText|ButtonText|ButtonFace|CanvasText|GrayText|transparent|none) !important$/;

/** The style rules that apply under a contrast theme, in the order of the document. */
function appliedRules(rules: Iterable<CSSRule>): CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule)
      return rule.media.mediaText.includes("forced-colors") ? appliedRules(rule.cssRules) : [];
    return "selectorText" in rule ? [rule as CSSStyleRule] : [];
  });
}

/** Specificity without ids, of which the theme has none: classes, attributes and pseudo-classes before elements. */
function specificityOf(selector: string): number {
  const classes = selector.match(/\.[\w-]+|\[[^\]]+\]|(?<!:):(?!not\()[\w-]+/g) ?? [];
  const elements = selector.replaceAll(/\[[^\]]+\]/g, "").match(/(?<![\w.:-])[a-z][\w-]*|::[\w-]+/g) ?? [];
  return classes.length * 100 + elements.length;
}

/** Returns the value, in lower case, that the cascade gives a property of the element. jsdom evaluates no media queries itself. */
function cascaded(element: Element, property: string): string | undefined {
  const sheets = [...document.styleSheets].flatMap((sheet) => appliedRules(sheet.cssRules));
  const declared = sheets.flatMap(({ selectorText, style }) => {
    const value = style.getPropertyValue(property);
    const matched = selectorText.split(",").filter((each) => matches(element, each));
    if (value === "" || matched.length === 0) return [];
    const isImportant = style.getPropertyPriority(property) === "important";
    return [{ value, weight: (isImportant ? 1e6 : 0) + Math.max(...matched.map(specificityOf)) }];
  });
  // The sort is stable: among equal weights, the last one wins.
  return declared
    .toSorted((one, other) => one.weight - other.weight)
    .at(-1)
    ?.value.toLowerCase();
}

function matches(element: Element, selector: string): boolean {
  if (selector.includes("::")) return false;
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

function show(children: ReactNode): void {
  render(
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {children}
    </ThemeProvider>,
  );
}

const chosen = { "background-color": "highlight", color: "highlighttext", "forced-color-adjust": "none" };

const named = (role: string, name: string) => screen.getByRole(role, { name });

function stylesOf(element: Element, properties: object): object {
  return Object.fromEntries(Object.keys(properties).map((property) => [property, cascaded(element, property)]));
}

it("uses only the system's colours in contrast themes", () => {
  const values = Object.values(forcedColours).flatMap((rule) => Object.values(rule));
  expect(values.length).toBeGreaterThan(10);
  expect(values.filter((value) => !SYSTEM.test(value))).toEqual([]);
});

it("tells chosen buttons and menu entries from the others in contrast themes", () => {
  show(
    <>
      <ToggleButton value="a" selected>
        chosen toggle
      </ToggleButton>
      <ToggleButton value="b">other toggle</ToggleButton>
      <ListItemButton selected aria-current="page" href="/a">
        <ListItemIcon data-testid="icon" sx={{ color: "primary.main" }} />
        chosen entry
      </ListItemButton>
      <ListItemButton href="/b">other entry</ListItemButton>
      <Button variant="contained" aria-pressed>
        chosen step
      </Button>
    </>,
  );
  for (const element of [
    named("button", "chosen toggle"),
    named("link", "chosen entry"),
    named("button", "chosen step"),
  ]) {
    expect(stylesOf(element, chosen)).toEqual(chosen);
  }
  expect(cascaded(screen.getByTestId("icon"), "color")).toBe("highlighttext");
  for (const element of [named("button", "other toggle"), named("link", "other entry")]) {
    expect(Object.values(stylesOf(element, chosen))).not.toContain("highlight");
    expect(cascaded(element, "forced-color-adjust")).toBeUndefined();
  }
});

it("draws buttons and the slider in contrast themes", () => {
  show(
    <>
      <Button variant="contained">button</Button>
      <Slider aria-label="slider" />
    </>,
  );
  expect(cascaded(screen.getByRole("button", { name: "button" }), "border")).toBe("1px solid buttontext");
  const thumb = screen.getByRole("slider").closest(".MuiSlider-thumb")!;
  expect(cascaded(thumb, "background-color")).toBe("buttonface");
});

it("keeps the heights of the rows of a dialog that fills the screen", () => {
  show(
    <DialogContent data-testid="content" sx={{ display: "grid" }}>
      text
    </DialogContent>,
  );
  expect(cascaded(screen.getByTestId("content"), "align-content")).toBe("start");
});

it("keeps the number of a badge in one line", () => {
  render(
    <ThemeProvider theme={theme}>
      <Badge badgeContent={10}>bell</Badge>
    </ThemeProvider>,
  );
  expect(screen.getByText("10")).toHaveStyle({ whiteSpace: "nowrap" });
});

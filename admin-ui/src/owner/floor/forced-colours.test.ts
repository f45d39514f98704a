import { describe, expect, it } from "vitest";
import { FORCED_COLOURS } from "../daily-calendar/grid/forced-colours";
import { blockStyles, gridStyles } from "../daily-calendar/grid/styles";
import { floorStyles } from "./styles";

type Rules = Record<string, Record<string, string>>;

const SYSTEM = /^(?:\d+px (?:solid|dashed|dotted|double) )?(?:Canvas|CanvasText|Highlight|GrayText)$/;
const SHAPES = /^(?:border|outline)/;

/** Returns what a contrast theme shows for a class: the declarations of all rules that name it. */
function shown(rules: Rules, name: string): string {
  const matching = Object.entries(rules).filter(([selector]) => selector.split(",").some((one) => one.endsWith(name)));
  return JSON.stringify(
    matching.flatMap(([, style]) => Object.entries(style)).filter(([property]) => SHAPES.test(property)),
  );
}

describe.each([
  ["cells", gridStyles[FORCED_COLOURS], [".cell.selected", ".cell.active"]],
  [
    "blocks",
    blockStyles[FORCED_COLOURS],
    [".block.open", ".OfflineReservation", ".InvitedReservation", ".OffsiteReservation", ".OnlineCancellation"],
  ],
  ["visits", blockStyles[FORCED_COLOURS], [".at-arrived", ".at-seated", ".at-bill", ".at-left"]],
  ["moves", blockStyles[FORCED_COLOURS], [".ghost", ".ghost.refused"]],
  ["tables", floorStyles[FORCED_COLOURS], [".free.chosen", ".taken", ".at-arrived", ".at-seated", ".at-bill"]],
] as const)("contrast themes: %s", (_, rules, names) => {
  it("differ by their borders or outlines", () => {
    const styles = names.map((name) => shown(rules as unknown as Rules, name));
    expect(styles).not.toContain("[]");
    expect(new Set(styles).size).toBe(names.length);
  });

  it("use system colours only", () => {
    const colours = Object.values(rules as unknown as Rules)
      .flatMap((style) => Object.entries(style))
      .filter(
        ([property]) => /colo[u]?r$/i.test(property) || /^(?:border(?:Left|Top|Bottom)?|outline)$/.test(property),
      );
    expect(colours.filter(([, value]) => !SYSTEM.test(value))).toEqual([]);
  });
});

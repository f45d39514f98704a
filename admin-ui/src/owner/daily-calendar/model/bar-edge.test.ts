import { expect, it } from "vitest";
import { edgeFor } from "./bar-edge";
import type { Edge, Span } from "./bar-edge";

/** A window of 768 pixels with a bar of 120 pixels. */
const bars = { top: { top: 72, bottom: 192 }, bottom: { top: 624, bottom: 744 } };
const row = (top: number, rows = 1): Span => ({ top, bottom: top + rows * 60 });

it.each<[string, Span, Span, Edge, Edge]>([
  ["stays at the foot while nothing is there", row(300), row(420), "bottom", "bottom"],
  ["leaves the foot for the moved party's row", row(600), row(600), "bottom", "top"],
  ["leaves the foot for a hidden target", row(300), row(660), "bottom", "top"],
  ["leaves the head for the moved party's row", row(150), row(300), "top", "bottom"],
  ["stays while a line of the target is visible: a pointer aims there", row(300), row(595), "bottom", "bottom"],
  ["leaves a sliver of a target", row(300), row(610), "bottom", "top"],
  ["stays where it is if nothing is hidden", row(300), row(420), "top", "top"],
  ["stays if the other edge hides more", row(600), row(80), "bottom", "bottom"],
  ["changes to the edge that hides less", row(620), row(180), "bottom", "top"],
  ["keeps its edge for a party of many seats that reaches both", row(150, 9), row(150, 9), "top", "top"],
])("the bar %s", (_, source, target, current, edge) => {
  expect(edgeFor({ bars, source: [source], target: [target] }, current)).toBe(edge);
});

it("does not alternate between two edges that both hide something", () => {
  const scene = { bars, source: [row(620)], target: [row(180)] };
  expect(edgeFor(scene, edgeFor(scene, "bottom"))).toBe("top");
});

it("ignores what is scrolled out of view", () => {
  expect(edgeFor({ bars, source: [{ top: 700, bottom: 700 }], target: [] }, "bottom")).toBe("bottom");
});

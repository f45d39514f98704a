import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { afterEach, expect, it, vi } from "vitest";
import { PAGE_HEADER_PROPERTY } from "@/console/ui/page-header";
import { loadTexts } from "@/owner/i18n/load-texts";
import { GRID_ID } from "../grid/focus-grid";
import type { Floor } from "../model/moving";
import { GRID, ROWS, item } from "../testing/sheet";
import { MoveBar } from "./MoveBar";
import { BAR_PROPERTY } from "./bar-room";

afterEach(() => {
  vi.restoreAllMocks();
});

const PARTY = item({ uid: "r1", title: "佐藤" });
const FLOOR: Floor = { items: [PARTY], rows: ROWS, geometry: GRID, operations: [], now: null };
const SPOT = { from: 17 * 60, till: 18 * 60, seatUids: ["c1"] };

const nothing = () => undefined;

/** Draws the bar, 120 pixels high, with the party's row at a height of a window of 768 pixels. */
async function draw(top: number): Promise<HTMLElement> {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(120);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function measure(this: Element) {
    return (this.id === GRID_ID ? { top: 64, bottom: 768 } : { top, bottom: top + 60 }) as DOMRect;
  });
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>
      <div id={GRID_ID}>
        <button data-item="r1">佐藤</button>
      </div>
      <MoveBar
        move={{ item: PARTY, target: { spot: SPOT, refusal: null } }}
        floor={FLOOR}
        isHeld={false}
        onDrop={nothing}
        onFit={nothing}
        onLeave={nothing}
      />
    </CoreAdminContext>,
  );
  return screen.findByRole("group", { name: "佐藤を移動中" });
}

it.each([
  [200, "bottom"],
  [660, "top"],
])("leaves the moved party visible: its row at %i, the bar at the %s", async (top, edge) => {
  expect(await draw(top)).toHaveAttribute("data-edge", edge);
});

it("publishes its height, so that the board can be scrolled to above all lines of its text", async () => {
  await draw(200);
  expect(document.documentElement.style.getPropertyValue(BAR_PROPERTY)).toBe("120px");
});

it("is below the page's header, whatever its height", async () => {
  document.documentElement.style.setProperty(PAGE_HEADER_PROPERTY, "560px");
  const bar = await draw(600);
  document.documentElement.style.removeProperty(PAGE_HEADER_PROPERTY);
  expect(bar, "at the top it would cover the row, too").toHaveAttribute("data-edge", "bottom");
});

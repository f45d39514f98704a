import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { CalendarItem } from "../model/blocks";
import type { Selection } from "../model/selection";
import { GRID, ROWS, item } from "../testing/sheet";
import { useGridInput } from "./use-grid-input";

/** C2 is taken from 17:00, and offered on the web from 13:00. */
const GUEST = item({ uid: "guest", inventory_item_uids: ["c2"], rendered_from: "17:00", rendered_till: "18:00" });
const SLOT = item({ uid: "slot", calendar_item_type: "OnlineStockGroup", inventory_item_uids: ["c1"] });

const onOpen = vi.fn<(item: CalendarItem) => void>();
const onDismiss = vi.fn<() => void>();
const onSelect = vi.fn<(selection: Selection | null) => void>();

function Grid({ now = null }: { now?: number | null }) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const { active, grid } = useGridInput({
    items: [GUEST, SLOT],
    rows: ROWS,
    geometry: GRID,
    now,
    selection,
    onSelect: (next) => {
      onSelect(next);
      setSelection(next);
    },
    onOpen,
    onDismiss,
  });
  return (
    <div role="grid" tabIndex={0} {...grid}>
      {ROWS.flatMap(({ index }) =>
        GRID.lanes.map(({ column }, lane) => (
          <div
            key={`${index} ${column.key}`}
            data-testid={`${index} ${column.key}`}
            data-row={index}
            data-lane={lane}
            data-active={active?.row === index && active.lane === lane}
          />
        )),
      )}
      <button data-item="guest">guest</button>
    </div>
  );
}

function open(now?: number): HTMLElement {
  vi.clearAllMocks();
  render(<Grid {...(now === undefined ? {} : { now })} />);
  return screen.getByRole("grid");
}

const click = (cell: string, shiftKey = false) => fireEvent.click(screen.getByTestId(cell), { shiftKey });
const seats = () => onSelect.mock.lastCall?.[0]?.seatUids;
const activeCell = () => document.querySelector<HTMLElement>("[data-active=true]")?.dataset["testid"];

// F117
it("chooses a cell by a click, another with it by Shift, and leaves taken cells alone", () => {
  open();
  click("0 17:00");
  expect(seats()).toEqual(["c1"]);
  click("1 17:00", true);
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(activeCell()).toBe("1 17:00");
  click("2 17:00");
  expect(seats()).toEqual(["c1", "c3"]);
  click("3 17:00", true);
  expect(seats()).toEqual(["c1", "c3", "c4"]);
  click("0 divider-14:00");
  expect(onSelect).toHaveBeenCalledTimes(3);
});

it("opens the item that is clicked, and chooses nothing", () => {
  open();
  fireEvent.click(screen.getByText("guest"));
  expect(onOpen).toHaveBeenCalledWith(GUEST);
  expect(onSelect).not.toHaveBeenCalled();
});

it("goes from cell to cell by the keys, the first key only showing where it is", () => {
  const grid = open();
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  expect(activeCell()).toBe("0 13:00");
  fireEvent.keyDown(grid, { key: "End" });
  expect(activeCell()).toBe("0 17:30");
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  expect(activeCell()).toBe("1 17:30");
});

it("extends by Shift and an arrow, unless either end is taken", () => {
  const grid = open();
  click("2 17:00");
  fireEvent.keyDown(grid, { key: "ArrowDown", shiftKey: true });
  expect(seats()).toEqual(["c3", "c4"]);
  fireEvent.keyDown(grid, { key: "ArrowUp" });
  fireEvent.keyDown(grid, { key: "ArrowUp", shiftKey: true });
  expect(activeCell()).toBe("1 17:00");
  fireEvent.keyDown(grid, { key: "ArrowUp", shiftKey: true });
  expect(onSelect).toHaveBeenCalledTimes(2);
});

it("opens by Enter who sits there, by Alt and Enter what is offered, and chooses a free cell", () => {
  const grid = open();
  fireEvent.focus(grid);
  fireEvent.keyDown(grid, { key: "Enter" });
  expect(seats()).toEqual(["c1"]);
  fireEvent.keyDown(grid, { key: "Enter", altKey: true });
  expect(onOpen).toHaveBeenLastCalledWith(SLOT);
  click("1 17:00");
  fireEvent.keyDown(grid, { key: " " });
  expect(onOpen).toHaveBeenLastCalledWith(GUEST);
});

it("drops the selection by Escape, and then dismisses", () => {
  const grid = open();
  click("0 13:00");
  fireEvent.keyDown(grid, { key: "Escape" });
  expect(onSelect).toHaveBeenLastCalledWith(null);
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.keyDown(grid, { key: "Escape" });
  expect(onDismiss).toHaveBeenCalledTimes(1);
});

it("comes back to the grid from an item by Escape", () => {
  const grid = open();
  fireEvent.keyDown(screen.getByText("guest"), { key: "Escape" });
  expect(document.activeElement).toBe(grid);
  expect(onDismiss).not.toHaveBeenCalled();
});

it.each([
  ["in a service", 17 * 60 + 10, "0 17:00"],
  ["before the first", 9 * 60, "0 13:00"],
])("begins with the keyboard where the present is (%s)", (_, now, cell) => {
  fireEvent.focus(open(now));
  expect(activeCell()).toBe(cell);
});

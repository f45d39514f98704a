import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { CalendarItem } from "../model/blocks";
import type { Selection } from "../model/selection";
import { GRID, ROWS, item } from "../testing/sheet";
import { useGridInput } from "./use-grid-input";

/** C2 is occupied from 17:00. C1 is offered on the web from 13:00. */
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
it("click chooses a cell, Shift+click adds another, and taken cells are ignored", () => {
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

it("click on an item opens it and chooses nothing", () => {
  open();
  fireEvent.click(screen.getByText("guest"));
  expect(onOpen).toHaveBeenCalledWith(GUEST);
  expect(onSelect).not.toHaveBeenCalled();
});

it("arrow keys move the active cell, and the first key only shows it", () => {
  const grid = open();
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  expect(activeCell()).toBe("0 13:00");
  fireEvent.keyDown(grid, { key: "End" });
  expect(activeCell()).toBe("0 17:30");
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  expect(activeCell()).toBe("1 17:30");
});

it("Shift+arrow extends the selection unless either end is taken", () => {
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

it("Enter opens the reservation of a cell or chooses a free one, Alt+Enter opens the slot", () => {
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

it("Escape clears the selection, a second one dismisses", () => {
  const grid = open();
  click("0 13:00");
  fireEvent.keyDown(grid, { key: "Escape" });
  expect(onSelect).toHaveBeenLastCalledWith(null);
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.keyDown(grid, { key: "Escape" });
  expect(onDismiss).toHaveBeenCalledTimes(1);
});

it("Escape on an item moves the focus to the grid", () => {
  const grid = open();
  fireEvent.keyDown(screen.getByText("guest"), { key: "Escape" });
  expect(document.activeElement).toBe(grid);
  expect(onDismiss).not.toHaveBeenCalled();
});

it.each([
  ["in a service", 17 * 60 + 10, "0 17:00"],
  ["before the first", 9 * 60, "0 13:00"],
])("first active cell is at the present (%s)", (_, now, cell) => {
  fireEvent.focus(open(now));
  expect(activeCell()).toBe(cell);
});

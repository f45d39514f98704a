import { act, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CalendarItem } from "../model/blocks";
import type { Floor } from "../model/moving";
import { GRID, ROWS, item } from "../testing/sheet";
import { useDrag } from "./use-drag";
import type { Move } from "./use-drag";

const ITO = item({
  uid: "ito",
  calendar_item_type: "OfflineReservation",
  start_time: "17:00",
  end_time: "17:30",
  inventory_item_uids: ["c1"],
  guests_count: 1,
});
const floor: Floor = {
  items: [ITO],
  rows: ROWS,
  geometry: GRID,
  operations: [
    { name: "dinner", label: "ディナー", default_stay_minutes: 60, stays: [], from: "17:00", till: "18:00" },
  ],
  now: null,
};

const onDrop = vi.fn<(move: Move) => void>();
const onLongPress = vi.fn<(item: CalendarItem) => void>();

function Board() {
  const ref = useRef<HTMLDivElement>(null);
  const { drag, handlers } = useDrag({
    board: {
      ref,
      floor,
      pointedAt: (_, { clientX }) => ({ x: clientX, row: 0 }),
      keyedTo: () => null,
      goTo: vi.fn<() => void>(),
    },
    mayMove: true,
    onDrop,
    onLongPress,
  });
  return (
    <div ref={ref} data-testid="board" data-till={drag?.target.spot.till} {...handlers}>
      <button data-item="ito">
        ito
        <span data-end data-testid="end" />
      </button>
    </div>
  );
}

const finger = { pointerType: "touch", isPrimary: true, button: 0, pointerId: 1, clientY: 0 };
const hold = (target: HTMLElement) => {
  fireEvent.pointerDown(target, { ...finger, clientX: 260 });
  act(() => void vi.advanceTimersByTime(450));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  HTMLElement.prototype.setPointerCapture = vi.fn<(id: number) => void>();
  render(<Board />);
});
afterEach(() => void vi.useRealTimers());

it("resizes a stay by a long press of a finger on its end", () => {
  hold(screen.getByTestId("end"));
  expect(onLongPress, "it is not picked up").not.toHaveBeenCalled();
  fireEvent.pointerMove(screen.getByTestId("board"), { ...finger, clientX: 300 });
  expect(screen.getByTestId("board")).toHaveAttribute("data-till", "1065");
  fireEvent.pointerUp(screen.getByTestId("board"), { ...finger, clientX: 340 });
  expect(onDrop.mock.lastCall?.[0].target.spot).toMatchObject({ from: 1020, till: 1080, seatUids: ["c1"] });
});

it("picks a party up by a long press elsewhere on its block", () => {
  hold(screen.getByRole("button"));
  expect(onLongPress).toHaveBeenCalledExactlyOnceWith(ITO);
  fireEvent.pointerUp(screen.getByTestId("board"), { ...finger, clientX: 340 });
  expect(onDrop).not.toHaveBeenCalled();
});

it("does not resize by a short touch that moves", () => {
  fireEvent.pointerDown(screen.getByTestId("end"), { ...finger, clientX: 260 });
  fireEvent.pointerMove(screen.getByTestId("board"), { ...finger, clientX: 300 });
  act(() => void vi.advanceTimersByTime(1_000));
  fireEvent.pointerUp(screen.getByTestId("board"), { ...finger, clientX: 340 });
  expect(onDrop).not.toHaveBeenCalled();
});

import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useState } from "react";
import { Dialog } from "./Dialog";

function Page({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)}>
        <button type="button" onClick={onConfirm}>
          confirm
        </button>
      </Dialog>
    </>
  );
}

function clickAt(name: string, clientX: number, clientY: number, delay = 0) {
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY });
  Object.defineProperty(click, "timeStamp", { value: 10_000 + delay });
  fireEvent(screen.getByRole("button", { name }), click);
}

it.each([
  ["the second click of a double click", 302, 201, 200, 0],
  ["a later click in the same place", 300, 200, 600, 1],
  ["a fast click elsewhere", 400, 300, 200, 1],
  ["a key press", 0, 0, 100, 1],
])("is confirmed by intention: %s", (_, x, y, delay, confirmed) => {
  const onConfirm = vi.fn<() => void>();
  render(<Page onConfirm={onConfirm} />);
  clickAt("open", 300, 200);
  clickAt("confirm", x, y, delay);
  expect(onConfirm).toHaveBeenCalledTimes(confirmed);
});

it("stays open when the second click is beside it", () => {
  render(<Page onConfirm={() => undefined} />);
  clickAt("open", 300, 200);
  const backdrop = document.querySelector(".MuiDialog-container")!;
  fireEvent.mouseDown(backdrop);
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, clientX: 300, clientY: 200 });
  Object.defineProperty(click, "timeStamp", { value: 10_100 });
  fireEvent(backdrop, click);
  expect(screen.getByRole("dialog")).toBeVisible();
});

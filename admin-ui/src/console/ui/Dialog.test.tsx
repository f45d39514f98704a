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

const click = (name: string, detail: number) => fireEvent.click(screen.getByRole("button", { name }), { detail });

it.each([
  ["the second click of a double click", [2], 0],
  ["a triple click", [2, 3], 0],
  ["another click", [1], 1],
  ["a key press", [0], 1],
  ["a double click after the first click", [1, 2], 2],
])("is confirmed by intention: %s", (_, details, confirmed) => {
  const onConfirm = vi.fn<() => void>();
  render(<Page onConfirm={onConfirm} />);
  click("open", 1);
  for (const detail of details) click("confirm", detail);
  expect(onConfirm).toHaveBeenCalledTimes(confirmed);
});

it("stays open when the second click is outside", () => {
  render(<Page onConfirm={() => undefined} />);
  click("open", 1);
  const backdrop = document.querySelector(".MuiDialog-container")!;
  fireEvent.mouseDown(backdrop);
  fireEvent.click(backdrop, { detail: 2 });
  expect(screen.getByRole("dialog")).toBeVisible();
});

/** Presses Enter, and returns whether the element's own action follows. */
function isTaken(target: HTMLElement, repeat: boolean): boolean {
  return fireEvent.keyDown(target, { key: "Enter", repeat });
}

it("ignores the repetitions of a held Enter, except in a text of several lines", () => {
  render(
    <Dialog open>
      <button type="button">confirm</button>
      <textarea aria-label="memo" />
    </Dialog>,
  );
  const confirm = screen.getByRole("button", { name: "confirm" });
  expect([false, true].map((repeat) => isTaken(confirm, repeat))).toEqual([true, false]);
  expect(isTaken(screen.getByLabelText("memo"), true)).toBe(true);
});

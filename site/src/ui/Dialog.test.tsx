import { useState } from "react";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { startTranslation } from "@/i18n/setup";
import { Dialog } from "./Dialog";

function Page({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Dialog title="Title" open={open} onClose={() => setOpen(false)}>
        <button type="button" onClick={onConfirm}>
          confirm
        </button>
      </Dialog>
    </>
  );
}

function clickAt(name: string, delay: number) {
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, clientX: 300, clientY: 200 });
  Object.defineProperty(click, "timeStamp", { value: 10_000 + delay });
  fireEvent(screen.getByRole("button", { name }), click);
}

it("ignores the second click of the double click that opened it", async () => {
  await startTranslation("ja");
  const onConfirm = vi.fn<() => void>();
  render(<Page onConfirm={onConfirm} />);
  clickAt("open", 0);
  clickAt("confirm", 200);
  expect(onConfirm).not.toHaveBeenCalled();
  clickAt("confirm", 1_000);
  expect(onConfirm).toHaveBeenCalledOnce();
});

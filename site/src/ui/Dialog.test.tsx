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

const click = (name: string, detail: number) => fireEvent.click(screen.getByRole("button", { name }), { detail });

it("ignores the second click of the double click that opened it", async () => {
  await startTranslation("ja");
  const onConfirm = vi.fn<() => void>();
  render(<Page onConfirm={onConfirm} />);
  click("open", 1);
  click("confirm", 2);
  expect(onConfirm).not.toHaveBeenCalled();
  click("confirm", 1);
  expect(onConfirm).toHaveBeenCalledOnce();
});

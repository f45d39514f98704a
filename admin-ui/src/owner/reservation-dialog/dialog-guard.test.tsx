import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { useNavigate } from "react-router";
import { expect, it, vi } from "vitest";
import { loadTexts } from "@/owner/i18n/load-texts";
import { onPage } from "@/console/testing/page";
import { FormModal } from "@/console/ui";

function Modal({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <FormModal title="a form" about={null} onClose={onClose}>
      <input aria-label="name" />
      <button onClick={() => void navigate(-1)}>Back</button>
    </FormModal>
  );
}

async function open() {
  const onClose = vi.fn<() => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")}>{onPage(<Modal onClose={onClose} />)}</CoreAdminContext>,
  );
  return { onClose, field: await screen.findByLabelText("name") };
}

it("closes immediately without input, and Back closes the dialog and not the page", async () => {
  const { onClose, field } = await open();
  fireEvent.keyDown(field, { key: "Escape" });
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(screen.queryByText("the page before")).toBeNull();
});

it("asks before input is discarded, and keeps it after Cancel", async () => {
  const { onClose, field } = await open();
  fireEvent.change(field, { target: { value: "山田" } });
  const reload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(reload);
  expect(reload.defaultPrevented).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  fireEvent.click(await screen.findByRole("button", { name: "キャンセル" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(field).toHaveValue("山田");
  fireEvent.keyDown(field, { key: "Escape" });
  fireEvent.click(await screen.findByRole("button", { name: "破棄する" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

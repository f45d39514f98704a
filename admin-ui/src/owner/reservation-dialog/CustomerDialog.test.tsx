import { ThemeProvider } from "@mui/material/styles";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { onPage } from "@/console/testing/page";
import { theme } from "@/console/ui/theme";
import * as api from "@/owner/api";
import { hitOf } from "@/owner/customers/testing/hit";
import { loadTexts } from "@/owner/i18n/load-texts";
import { CustomerDialog } from "./CustomerDialog";
import type { ChosenCustomer } from "../bookings/chosen-customer";

const MISSING = "お名前を入力してください。";

function answer(method: string, path: string): Promise<unknown> {
  if (method === "POST") return Promise.resolve({ uid: "n", type: "OfflineCustomer", display_fullname: "新規 花子" });
  if (path === "/owners/api/customer_tags") return Promise.resolve([]);
  return Promise.resolve({ data: [hitOf({ uid: "k" })] });
}

async function open(props: { asked?: string; problem?: string } = {}) {
  vi.spyOn(api, "useSession").mockReturnValue({ features: {} } as never);
  vi.spyOn(api, "send").mockImplementation(answer as never);
  const onClose = vi.fn<() => void>();
  const onChoose = vi.fn<(customer: ChosenCustomer) => void>();
  const dialog = <CustomerDialog title="お客様" problem={null} onClose={onClose} onChoose={onChoose} {...props} />;
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <ThemeProvider theme={theme}>{onPage(dialog)}</ThemeProvider>
    </CoreAdminContext>,
  );
  await screen.findByRole("dialog", { name: /^お客様/ });
  return { onClose, onChoose };
}

const press = (name: string, detail = 1) => fireEvent.click(screen.getByRole("button", { name }), { detail });

it("begins with the given search, and chooses the guest that it finds", async () => {
  const { onChoose } = await open({ asked: "健二", problem: "選べませんでした。" });
  expect(screen.getByText("選べませんでした。")).toBeVisible();
  expect(screen.getByRole("combobox", { name: "お客様を検索" })).toHaveValue("健二");
  fireEvent.click(await screen.findByRole("option", { name: /佐藤 健二/ }));
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ uid: "k", name: "佐藤 健二" }));
});

it("ignores the second click of a double click on the button that opened the form", async () => {
  await open();
  press("新しいお客様");
  press("登録して進む", 2);
  expect(screen.queryByText(MISSING)).toBeNull();
  press("登録して進む");
  expect(await screen.findByText(MISSING)).toBeVisible();
});

it("adds a guest with the name of the search, and chooses it", async () => {
  const { onChoose } = await open({ asked: "新規 花子" });
  fireEvent.click(await screen.findByRole("option", { name: /「新規 花子」/ }));
  expect(screen.getByLabelText(/^お名前/)).toHaveValue("新規 花子");
  press("登録して進む");
  await waitFor(() => expect(onChoose).toHaveBeenCalledTimes(1));
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ uid: "n", name: "新規 花子" }));
});

it("asks before the input of a new guest is discarded, and leads back to the search", async () => {
  const { onClose } = await open({ asked: "花子" });
  press("新しいお客様");
  fireEvent.change(screen.getByLabelText(/^お名前/), { target: { value: "新規 花子" } });
  press("閉じる");
  fireEvent.click(await screen.findByRole("button", { name: "キャンセル" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(await screen.findByRole("button", { name: "戻る" }));
  expect(screen.getByRole("combobox", { name: "お客様を検索" })).toHaveValue("花子");
});

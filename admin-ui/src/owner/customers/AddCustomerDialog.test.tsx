import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { onPage } from "@/console/testing/page";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { AddCustomerDialog } from "./AddCustomerDialog";

it("shows all errors of a customer together, and focuses the first invalid field", async () => {
  const fields = { nickname: "入力してください。", internal_memo: "長すぎます" };
  const refusal = new api.ApiError({ status: 422, code: "invalid", title: "Unprocessable", fields } as never);
  vi.spyOn(api, "send").mockImplementation(((method: string) =>
    method === "POST" ? Promise.reject(refusal) : new Promise(() => undefined)) as never);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      {onPage(<AddCustomerDialog onClose={() => undefined} onAdded={() => undefined} />)}
    </CoreAdminContext>,
  );
  const dialog = await screen.findByRole("dialog");
  fireEvent.submit(dialog.querySelector("form")!);
  expect(await screen.findByText("入力してください。")).toBeVisible();
  expect(screen.getByText("長すぎます")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("textbox", { name: /お名前/ })).toHaveFocus());
});

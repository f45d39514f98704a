import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { NewCustomerForm } from "./NewCustomerForm";
import type { ChosenCustomer } from "./model";

const KNOWN = {
  uid: "k-n_own",
  type: "OnlineCustomer",
  display_fullname: "佐藤 健二",
  label: "常連",
  visit_count: 3,
  display_phone_number: "09033330001",
  email: "kenji@seki.test",
  invitation_email: null,
  is_blacklisted: false,
  has_allergy: true,
};

it("offers the existing guest with the same number", async () => {
  vi.spyOn(api, "useSession").mockReturnValue({ features: {} } as never);
  const refusal = { status: 409, message: "佐藤 健二様が登録されています。", redirect_to: "/owners/customers/k-n_own" };
  const send = vi.spyOn(api, "send") as unknown as { mockImplementation: (does: unknown) => void };
  const asked: unknown[] = [];
  send.mockImplementation((method: string, path: string, call: unknown) => {
    asked.push([method, path, (call as { path?: object }).path]);
    if (method === "POST") return Promise.reject(new api.ApiError(refusal));
    return Promise.resolve(path === "/owners/customers/{uid}" ? { data: { customer: KNOWN } } : {});
  });
  const onChoose = vi.fn<(customer: ChosenCustomer) => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <NewCustomerForm
        from={{ way: "name", text: "佐藤" }}
        onBack={() => undefined}
        onTouch={() => undefined}
        onChoose={onChoose}
      />
    </CoreAdminContext>,
  );
  fireEvent.change(screen.getByLabelText("電話番号"), { target: { value: "090-3333-0001" } });
  fireEvent.click(screen.getByRole("button", { name: "登録して進む" }));
  expect(await screen.findByText(/佐藤 健二様が登録されています。/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "このお客様を選ぶ" }));
  await waitFor(() => expect(onChoose).toHaveBeenCalledTimes(1));
  expect(asked).toContainEqual(["GET", "/owners/customers/{uid}", { uid: "k-n_own" }]);
  expect(onChoose).toHaveBeenCalledWith({
    uid: "k-n_own",
    type: "OnlineCustomer",
    name: "佐藤 健二",
    group: "常連",
    visits: 3,
    phone: "09033330001",
    email: "kenji@seki.test",
    isBlacklisted: false,
    hasAllergy: true,
    isKnown: false,
  });
});

it("shows the server's message at the rejected field until it changes", async () => {
  vi.spyOn(api, "useSession").mockReturnValue({ features: {} } as never);
  const text = "この電話番号はSMSを受け取れません。";
  const fields = { phone_local_number: text, internal_memo: "長すぎます。" };
  const problem = { status: 422, code: "invalid_input", message: "入力内容が正しくありません。", fields };
  vi.spyOn(api, "send").mockImplementation((method: string) =>
    method === "POST" ? Promise.reject(new api.ApiError(problem)) : Promise.resolve({} as never),
  );
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <NewCustomerForm
        from={{ way: "name", text: "佐藤" }}
        onBack={() => undefined}
        onTouch={() => undefined}
        onChoose={() => undefined}
      />
    </CoreAdminContext>,
  );
  const phone = screen.getByLabelText("電話番号");
  fireEvent.change(phone, { target: { value: "03-1234-5678" } });
  fireEvent.click(screen.getByRole("button", { name: "登録して進む" }));
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(phone).toBeInvalid();
  expect(phone).toHaveAccessibleDescription(text);
  expect(screen.getByText(/^入力内容が正しくありません。 長すぎます。/)).toBeInTheDocument();
  fireEvent.change(phone, { target: { value: "090-1234-5678" } });
  expect(phone).toBeValid();
  expect(screen.queryByText(/長すぎます/)).toBeNull();
});

import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { NewCustomerForm } from "./NewCustomerForm";
import type { ChosenCustomer } from "../bookings/chosen-customer";

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

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
    isInvited: false,
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

it("creates the guest from all fields, and chooses it", async () => {
  vi.spyOn(api, "useSession").mockReturnValue({ features: { allowSendIvrSmsByDefault: false } } as never);
  const bodies: unknown[] = [];
  const saved = { uid: "n", type: "OfflineCustomer", display_fullname: "山田 花子", invitation_email: null };
  const answer = (method: string, path: string, call: { body?: unknown }) => {
    if (method === "POST") {
      bodies.push(call.body);
      return Promise.resolve({ ...saved, is_blacklisted: true, is_known: false });
    }
    return Promise.resolve(path === "/owners/api/customer_tags" ? [] : {});
  };
  vi.spyOn(api, "send").mockImplementation(answer as never);
  const [onBack, onTouch] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const onChoose = vi.fn<(customer: ChosenCustomer) => void>();
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <NewCustomerForm from={{ way: "name", text: "やまだ" }} onBack={onBack} onTouch={onTouch} onChoose={onChoose} />
    </CoreAdminContext>,
  );
  fireEvent.click(screen.getByRole("button", { name: "戻る" }));
  expect(onBack).toHaveBeenCalledTimes(1);
  expect(onTouch).not.toHaveBeenCalled();
  expect(screen.getByLabelText("フリガナ")).toHaveValue("ヤマダ");
  type(/^お名前/, "山田 花子");
  type("電話番号", "09012345678");
  type("フリガナ", "やまだ はなこ");
  fireEvent.blur(screen.getByLabelText("フリガナ"));
  type("アレルギー", "そば");
  type(/^お客様メモ/, "窓側");
  expect(onTouch).toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "登録して進む" }));
  await waitFor(() => expect(onChoose).toHaveBeenCalledTimes(1));
  expect(bodies).toEqual([
    {
      type: "OfflineCustomer",
      nickname: "山田 花子",
      kana: "ヤマダ ハナコ",
      phone_country: "JP",
      phone_local_number: "09012345678",
      invitation_email: "",
      allow_send_ivr_sms: false,
      internal_memo: "窓側",
      noted_allergies: "そば",
      noted_dislikes: "",
      tags: [],
    },
  ]);
  expect(onChoose).toHaveBeenCalledWith({
    uid: "n",
    type: "OfflineCustomer",
    name: "山田 花子",
    group: "",
    visits: 0,
    phone: "09012345678",
    email: "",
    isBlacklisted: true,
    hasAllergy: true,
    isKnown: false,
    isInvited: false,
  });
});

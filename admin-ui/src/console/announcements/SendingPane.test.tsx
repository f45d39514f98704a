import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import * as en from "@/console/i18n/en";
import * as ja from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { AskProvider } from "@/console/ui";
import { SendingPane, isMoving } from "./SendingPane";

const PROGRESS = { recipients: 400, sent: 120, left: 280, stopped: 0, failed: 0, skipped: 0 };

const written = () => vi.fn<() => Promise<{ message: string }>>(() => Promise.resolve({ message: "済み" }));

const BUNDLES = {
  ja: { texts: ja.consoleTexts, messages: ja.messages },
  en: { texts: en.consoleTexts, messages: en.messages },
};

function open(status: string, progress: Partial<typeof PROGRESS> = {}, mayWrite = true, locale: "ja" | "en" = "ja") {
  const calls = { stop: written(), resume: written() };
  const onChanged = vi.fn<() => Promise<void>>(() => Promise.resolve());
  render(
    <CoreAdminContext i18nProvider={i18nProviderOf(locale, BUNDLES[locale])} queryClient={new QueryClient()}>
      <AskProvider>
        <SendingPane
          status={status}
          progress={{ ...PROGRESS, ...progress }}
          calls={calls}
          mayWrite={mayWrite}
          onChanged={onChanged}
        />
      </AskProvider>
    </CoreAdminContext>,
  );
  return { calls, onChanged };
}

it("shows the progress, and stops after a question that names the mails that are left", async () => {
  const user = userEvent.setup();
  const { calls, onChanged } = open("sending");
  expect(screen.getByRole("status")).toHaveTextContent("配信中 120 / 400名");
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "30");
  await user.click(screen.getByRole("button", { name: "配信を停止する" }));
  const question = await screen.findByRole("alertdialog", { name: "配信を停止しますか？" });
  expect(question).toHaveTextContent("残り280名には送信しません。送信済みの120名のメールは取り消せません。");
  await user.click(within(question).getByRole("button", { name: "キャンセル" }));
  expect(calls.stop).not.toHaveBeenCalled();
  await waitFor(() => expect(question).not.toBeInTheDocument());
  await user.click(await screen.findByRole("button", { name: "配信を停止する" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "配信を停止する" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(calls.stop).toHaveBeenCalledOnce();
});

it("resumes only on request, for the recipients whose mail was stopped", async () => {
  const user = userEvent.setup();
  const { calls } = open("stopped", { sent: 121, left: 0, stopped: 279 });
  expect(screen.getByRole("status")).toHaveTextContent("配信を停止しました。121 / 400名に送信済み");
  expect(screen.queryByRole("progressbar")).toBeNull();
  await user.click(screen.getByRole("button", { name: "配信を再開する" }));
  const question = await screen.findByRole("alertdialog", { name: "配信を再開しますか？" });
  expect(question).toHaveTextContent("まだ受け取っていない279名だけに送信します。");
  await user.click(within(question).getByRole("button", { name: "配信を再開する" }));
  expect(calls.resume).toHaveBeenCalledOnce();
});

it.each(["sent", "stopping"])("offers no button while it is %s", (status) => {
  open(status, { failed: 2 });
  expect(screen.getByText("送信失敗")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

it("offers no button to staff who may only read", () => {
  open("sending", {}, false);
  expect(screen.queryByRole("button")).toBeNull();
  expect(["sending", "stopping", "sent", "stopped"].filter(isMoving)).toEqual(["sending", "stopping"]);
});

it.each([
  [
    "ja",
    "配信を停止しました。1,210 / 40,000名に送信済み",
    ["1,210名", "0名", "38,790名"],
    "まだ受け取っていない38,790名",
  ],
  [
    "en",
    "Stopped. 1,210 of 40,000 emails were sent",
    ["1,210 people", "0 people", "38,790 people"],
    "the 38,790 customers",
  ],
] as const)("(%s) shows large numbers with separators and units", async (locale, status, facts, question) => {
  const user = userEvent.setup();
  const progress = { recipients: 40_000, sent: 1210, left: 0, stopped: 38_790 };
  open("stopped", progress, true, locale);
  expect(screen.getByRole("status")).toHaveTextContent(status);
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual(facts);
  await user.click(screen.getByRole("button"));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent(question);
});

it.each([
  ["ja", "残り38,790名には送信しません。送信済みの1,210名のメールは取り消せません。"],
  ["en", "The 38,790 emails that are left are not sent. The 1,210 that were sent cannot be taken back."],
] as const)("(%s) asks with separators before it stops", async (locale, question) => {
  const user = userEvent.setup();
  open("sending", { recipients: 40_000, sent: 1210, left: 38_790 }, true, locale);
  await user.click(screen.getByRole("button"));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent(question);
});

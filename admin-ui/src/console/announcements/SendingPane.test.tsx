import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext } from "ra-core";
import { expect, it, vi } from "vitest";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { AskProvider } from "@/console/ui";
import { SendingPane, isMoving } from "./SendingPane";

const PROGRESS = { recipients: 400, sent: 120, left: 280, stopped: 0, failed: 0, skipped: 0 };

const written = () => vi.fn<() => Promise<{ message: string }>>(() => Promise.resolve({ message: "済み" }));

function open(status: string, progress: Partial<typeof PROGRESS> = {}, mayWrite = true) {
  const calls = { stop: written(), resume: written() };
  const onChanged = vi.fn<() => Promise<void>>(() => Promise.resolve());
  render(
    <CoreAdminContext
      i18nProvider={i18nProviderOf("ja", { texts: consoleTexts, messages })}
      queryClient={new QueryClient()}
    >
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

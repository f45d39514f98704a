import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { AskProvider, UndoProvider } from "@/console/ui";
import * as offline from "../../offline";
import { OfflineContext } from "../offline/use-offline";
import { item } from "../testing/sheet";
import { ServiceSteps } from "./ServiceSteps";
import type { ServiceInfo } from "./steps";

const SEATED: ServiceInfo = {
  state: "seated",
  arrived_at: "18:02",
  seated_at: "18:05",
  bill_at: null,
  left_at: null,
};
const PAYING: ServiceInfo = { ...SEATED, state: "bill", bill_at: "19:40" };
const send = vi.fn<(...call: unknown[]) => Promise<unknown>>(() => Promise.resolve({ data: PAYING }));
const onDone = vi.fn<() => void>();

const ANOTHER_DAY = { isDisconnected: false, day: { date: "", inventory_groups: [] } };
const TODAY = { isDisconnected: false, day: { date: "2026-12-08", inventory_groups: [] } };

async function open(
  service: ServiceInfo,
  { mayWrite = true, hasBegun = true, online = ANOTHER_DAY } = {},
): Promise<void> {
  vi.spyOn(api, "send").mockImplementation(send as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(mayWrite);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <AskProvider>
        <UndoProvider>
          <OfflineContext.Provider value={online}>
            <ServiceSteps
              item={item({ title: "木村 花子", start_time: "18:00", service })}
              hasBegun={hasBegun}
              onDone={onDone}
            />
          </OfflineContext.Provider>
        </UndoProvider>
      </AskProvider>
    </CoreAdminContext>,
  );
}

/** Each press has a new idempotency key. */
const KEYED = { idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string };
const bodies = () => send.mock.calls.map(([, , call]) => (call as { body: unknown }).body);

beforeEach(() => {
  vi.restoreAllMocks();
  send.mockClear();
  onDone.mockClear();
});

it("sends a step with the previous state, and undoes it with the original time", async () => {
  await open(SEATED);
  fireEvent.click(screen.getByRole("button", { name: "会計" }));
  fireEvent.click(await screen.findByRole("button", { name: "元に戻す" }));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(bodies()).toEqual([
    { state: "bill", from: "seated", at: null, ...KEYED },
    { state: "seated", from: "bill", at: "18:05", ...KEYED },
  ]);
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
});

it("continues from the recorded step before the day is read again", async () => {
  await open(SEATED);
  fireEvent.click(screen.getByRole("button", { name: "会計" }));
  await screen.findByRole("button", { name: "会計 19:40", pressed: true });
  fireEvent.click(screen.getByRole("button", { name: "退店" }));
  await waitFor(() => expect(bodies().at(-1)).toEqual({ state: "left", from: "bill", at: null, ...KEYED }));
});

it("goes back to the previous step after another press on the current one", async () => {
  await open(SEATED);
  const present = screen.getByRole("button", { name: "着席 18:05", pressed: true });
  fireEvent.click(present);
  await waitFor(() => expect(bodies()).toEqual([{ state: "arrived", from: "seated", at: null, ...KEYED }]));
});

it.each([
  ["before the day of the visit", { hasBegun: false }],
  ["with read-only rights", { mayWrite: false }],
])("disables all steps %s", async (_, rights) => {
  await open(SEATED, rights);
  for (const button of screen.getAllByRole("button")) expect(button).toBeDisabled();
});

it("shows an error after an edit conflict", async () => {
  send.mockRejectedValueOnce(new Error("conflict"));
  await open(SEATED);
  fireEvent.click(screen.getByRole("button", { name: "退店" }));
  expect(await screen.findByRole("alert")).toBeVisible();
});

it("keeps the focus while a step is sent, and ignores the second click of a double click", async () => {
  const answers: ((value: unknown) => void)[] = [];
  send.mockReturnValueOnce(new Promise((resolve) => answers.push(resolve)));
  await open(SEATED);
  const step = screen.getByRole("button", { name: "会計" });
  step.focus();
  fireEvent.click(step, { detail: 1 });
  await waitFor(() => expect(step).toHaveAttribute("aria-disabled", "true"));
  expect(step).toHaveFocus();
  fireEvent.click(step, { detail: 1 });
  answers[0]?.({ data: PAYING });
  await screen.findByRole("button", { name: "会計 19:40", pressed: true });
  await waitFor(() => expect(step).toHaveAttribute("aria-disabled", "false"));
  fireEvent.click(step, { detail: 2 });
  expect(step).toHaveFocus();
  expect(send).toHaveBeenCalledTimes(1);
});

it("undoes an unsent note offline without a call", async () => {
  send.mockRejectedValueOnce(new api.NetworkError());
  const note = { key: "", kind: "step", of: "r1", state: "bill", problem: null } as unknown as offline.Note;
  const waiting: offline.Note[] = [];
  vi.spyOn(offline, "currentNotes").mockReturnValue({ waiting, sent: [], isSending: false, isSignedOut: false });
  vi.spyOn(offline, "addNote").mockImplementation(({ key }) => {
    waiting.push({ ...note, key });
    return Promise.resolve();
  });
  const dropped = vi.spyOn(offline, "dropNote").mockResolvedValue();
  await open(SEATED);
  fireEvent.click(screen.getByRole("button", { name: "会計" }));
  fireEvent.click(await screen.findByRole("button", { name: "元に戻す" }));
  await waitFor(() => expect(dropped).toHaveBeenCalledExactlyOnceWith(waiting[0]));
  expect(send, "no further call").toHaveBeenCalledTimes(1);
});

const NOTHING: ServiceInfo = { state: null, arrived_at: null, seated_at: null, bill_at: null, left_at: null };

it.each([
  ["not before the booked time", "2026-12-08T03:05:00Z", false],
  ["after the booked time", "2026-12-08T09:30:00Z", true],
])("offers a no-show %s", async (_, now, isOffered) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  await open(NOTHING, { online: TODAY });
  const step = screen.getByRole("button", { name: "無断キャンセル" });
  await waitFor(() => expect(step.hasAttribute("disabled")).toBe(!isOffered));
  expect(screen.getByRole("button", { name: "来店" })).toBeEnabled();
  vi.useRealTimers();
});

it("asks before a party that has come becomes a no-show", async () => {
  await open(SEATED);
  const noShow = screen.getByRole("button", { name: "無断キャンセル" });
  fireEvent.click(noShow);
  expect(await screen.findByText(/木村 花子様は「着席」と記録されています。/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "キャンセル" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(send).not.toHaveBeenCalled();
  fireEvent.click(noShow);
  fireEvent.click(await screen.findByRole("button", { name: "無断キャンセルにする" }));
  await waitFor(() => expect(bodies()).toEqual([{ state: "no_show", from: "seated", at: null, ...KEYED }]));
});

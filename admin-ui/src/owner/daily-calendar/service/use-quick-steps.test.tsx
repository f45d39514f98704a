import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import { useT } from "@/owner/i18n/use-t";
import { AskProvider, UndoProvider } from "@/console/ui";
import * as offline from "../../offline";
import { OfflineContext } from "../offline/use-offline";
import type { CalendarItem } from "../model/blocks";
import { item } from "../testing/sheet";
import { StepButtons } from "./StepButtons";
import { dueStepsOf, NO_LATE_ITEMS } from "./steps";
import type { ServiceInfo, ServiceState } from "./steps";
import { uidAt } from "./step-target";
import { useQuickSteps } from "./use-quick-steps";

const NOTHING: ServiceInfo = { state: null, arrived_at: null, seated_at: null, bill_at: null, left_at: null };
const ARRIVED: ServiceInfo = { ...NOTHING, state: "arrived", arrived_at: "18:02" };

const send = vi.fn<(...call: unknown[]) => Promise<unknown>>();
const onOpen = vi.fn<() => void>();
const reload = vi.fn<() => Promise<void>>(() => Promise.resolve());

const party = (uid: string, title: string, service = NOTHING) =>
  item({ uid, title, service, start_time: "18:00", end_time: "20:00" });

/** A board with a block for each party, and a button for its next step. */
function Board({ items }: { items: CalendarItem[] }) {
  const t = useT();
  const steps = useQuickSteps(reload);
  const due = dueStepsOf(items, 18 * 60, NO_LATE_ITEMS);
  return (
    <div
      role="grid"
      tabIndex={0}
      onClick={(event) => !steps?.onClick(event, items) && onOpen()}
      onKeyDown={(event) => {
        const focused = items.find(({ uid }) => uid === uidAt(event.target));
        if (!steps?.onKeyDown(event, focused, due)) onOpen();
      }}
    >
      {items.map((each) => (
        <div key={each.uid}>
          <button data-item={each.uid}>{each.title}</button>
          {steps && (
            <StepButtons
              item={each}
              steps={[due.get(each.uid) ?? "left"]}
              box={{ left: 0, top: 0, width: 100 }}
              isPending={steps.pending.has(each.uid)}
              t={t}
            />
          )}
        </div>
      ))}
    </div>
  );
}

const ONLINE = { isDisconnected: false, day: { date: "2026-12-08", inventory_groups: [] } };
const OFFLINE = { ...ONLINE, isDisconnected: true };

async function open(items: CalendarItem[], { mayWrite = true, connection = ONLINE } = {}): Promise<void> {
  vi.spyOn(api, "useMayWrite").mockReturnValue(mayWrite);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <AskProvider>
        <UndoProvider>
          <OfflineContext.Provider value={connection}>
            <Board items={items} />
          </OfflineContext.Provider>
        </UndoProvider>
      </AskProvider>
    </CoreAdminContext>,
  );
}

const bodies = () => send.mock.calls.map(([, , call]) => (call as { body: { state: unknown; from: unknown } }).body);
const changes = () => bodies().map(({ state, from }) => [from, state]);
const step = (name: string, label: string) => screen.getByRole("button", { name: `${name}：${label}にする` });
const block = (name: string) => screen.getByRole("button", { name });
const answers = (state: ServiceState) => ({ data: { ...NOTHING, state } });

beforeEach(() => {
  vi.restoreAllMocks();
  for (const mock of [send, onOpen, reload]) mock.mockReset();
  reload.mockResolvedValue();
  send.mockImplementation((...call) =>
    Promise.resolve({ data: { ...NOTHING, ...(call[2] as { body: object }).body } }),
  );
  vi.spyOn(api, "send").mockImplementation(send as never);
});

it("records the next step by one press, opens nothing, reads the day again, and is undone", async () => {
  await open([party("a", "佐藤", ARRIVED)]);
  fireEvent.click(step("佐藤", "着席"));
  await waitFor(() => expect(changes()).toEqual([["arrived", "seated"]]));
  fireEvent.click(await screen.findByRole("button", { name: "元に戻す" }));
  await waitFor(() => expect(changes().at(-1)).toEqual(["seated", "arrived"]));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  expect(onOpen).not.toHaveBeenCalled();
  fireEvent.click(block("佐藤"));
  expect(onOpen).toHaveBeenCalledTimes(1);
});

it("S records the next step, Shift+S goes back one step", async () => {
  await open([party("a", "佐藤", ARRIVED)]);
  fireEvent.keyDown(block("佐藤"), { key: "s" });
  await waitFor(() => expect(changes()).toEqual([["arrived", "seated"]]));
  await screen.findByText("佐藤：着席にしました。");
  send.mockClear();
  await waitFor(() => expect(step("佐藤", "着席")).toHaveAttribute("aria-disabled", "false"));
  fireEvent.keyDown(block("佐藤"), { key: "S", shiftKey: true });
  await waitFor(() => expect(changes()).toEqual([["seated", null]]));
  expect(onOpen).not.toHaveBeenCalled();
});

it("leaves S with Ctrl, Command or Alt to the browser", async () => {
  await open([party("a", "佐藤")]);
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) {
    fireEvent.keyDown(block("佐藤"), { key: "s", [modifier]: true });
  }
  expect(send).not.toHaveBeenCalled();
});

it("says that no step can be recorded", async () => {
  const flash = vi.spyOn(api, "showFlash").mockReturnValue();
  await open([party("a", "佐藤", { ...ARRIVED, state: "left" }), party("b", "鈴木")]);
  fireEvent.keyDown(block("佐藤"), { key: "s" });
  fireEvent.keyDown(block("鈴木"), { key: "S", shiftKey: true });
  expect(flash.mock.calls.map(([{ message }]) => message)).toEqual([
    "佐藤：今記録できる次の段階はありません。",
    "鈴木：戻せる段階はありません。",
  ]);
  expect(send).not.toHaveBeenCalled();
});

it("records each step once, and steps of two parties at the same time", async () => {
  const waiting: ((value: unknown) => void)[] = [];
  send.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)));
  await open([party("a", "佐藤"), party("b", "鈴木")]);
  const first = step("佐藤", "来店");
  fireEvent.click(first, { detail: 1 });
  fireEvent.click(first, { detail: 2 });
  fireEvent.click(first, { detail: 1 });
  fireEvent.keyDown(block("佐藤"), { key: "s" });
  fireEvent.click(step("鈴木", "来店"), { detail: 1 });
  expect(send).toHaveBeenCalledTimes(2);
  expect(first).toHaveAttribute("aria-disabled", "true");
  for (const resolve of waiting) resolve(answers("arrived"));
  await waitFor(() => expect(first).toHaveAttribute("aria-disabled", "false"));
  fireEvent.click(first, { detail: 1 });
  expect(send, "the day was not read again yet").toHaveBeenCalledTimes(2);
});

it("keeps the offer to undo a step while the party's next step is in flight", async () => {
  await open([party("a", "佐藤", ARRIVED)]);
  fireEvent.click(step("佐藤", "着席"));
  await screen.findByText("佐藤：着席にしました。");
  await waitFor(() => expect(step("佐藤", "着席")).toHaveAttribute("aria-disabled", "false"));
  const waiting: ((value: unknown) => void)[] = [];
  send.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)));
  fireEvent.keyDown(block("佐藤"), { key: "S", shiftKey: true });
  fireEvent.click(screen.getByRole("button", { name: "元に戻す" }));
  expect(screen.getByText("佐藤：着席にしました。")).toBeInTheDocument();
  expect(send, "no undo yet").toHaveBeenCalledTimes(2);
  waiting[0]?.({ data: NOTHING });
  await waitFor(() => expect(screen.queryByText("佐藤：着席にしました。")).toBeNull());
  await waitFor(() => expect(step("佐藤", "着席")).toHaveAttribute("aria-disabled", "false"));
  fireEvent.click(screen.getByRole("button", { name: "元に戻す" }));
  expect(changes().at(-1), "the last step is undone first").toEqual([null, "seated"]);
});

it("shows a conflict with the colleague's name, and reads the day again", async () => {
  const flash = vi.spyOn(api, "showFlash").mockReturnValue();
  const current = { changed_by: "神楽 一", changed_at: "2026-12-08T18:01:00" };
  const problem = { status: 409, message: "変更されています。", current };
  send.mockRejectedValueOnce(new api.ApiError(problem as never));
  await open([party("a", "佐藤")]);
  fireEvent.click(step("佐藤", "来店"));
  await waitFor(() => expect(flash).toHaveBeenCalledOnce());
  expect(flash.mock.calls[0]?.[0]).toMatchObject({
    kind: "alert",
    sticky: true,
    message: expect.stringContaining("神楽 一") as string,
  });
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it("becomes an unsent note offline", async () => {
  const added = vi.spyOn(offline, "addNote").mockResolvedValue();
  await open([party("a", "佐藤", ARRIVED)], { connection: OFFLINE });
  fireEvent.click(step("佐藤", "着席"));
  await waitFor(() => expect(added).toHaveBeenCalledOnce());
  expect(added.mock.calls[0]?.[0]).toMatchObject({ kind: "step", of: "a", from: "arrived", state: "seated" });
  expect(send).not.toHaveBeenCalled();
  expect(await screen.findByRole("button", { name: "元に戻す" })).toBeVisible();
});

it("offers nothing without the permission", async () => {
  await open([party("a", "佐藤")], { mayWrite: false });
  expect(screen.queryByRole("button", { name: /にする$/ })).toBeNull();
  fireEvent.keyDown(block("佐藤"), { key: "s" });
  expect(send).not.toHaveBeenCalled();
});

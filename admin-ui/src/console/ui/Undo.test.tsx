import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { consoleTexts, messages } from "@/console/i18n/ja";
import { i18nProviderOf } from "@/console/i18n/provider";
import { UndoProvider, useUndo } from "./Undo";

const undo = vi.fn<(name: string) => void>();
const sent = vi.fn<(name: string) => Promise<void>>(() => Promise.resolve());

function Draft({ name }: { name: string }) {
  const { offer, end, away } = useUndo();
  const remove = () =>
    offer({ message: "削除します。", undo: () => undo(name), later: { subjects: [name], send: () => sent(name) } });
  return away.has(name) ? null : (
    <>
      <button onClick={remove}>{name}</button>
      <button onClick={end}>{`after ${name}`}</button>
    </>
  );
}

const taken = vi.fn<(name: string) => Promise<boolean>>(() => Promise.resolve(true));

function Step({ name }: { name: string }) {
  const { offer, withdraw } = useUndo();
  return (
    <>
      <button onClick={() => offer({ message: `${name}.`, undo: () => taken(name), key: name, isStep: true })}>
        {name}
      </button>
      <button onClick={() => withdraw(name)}>{`${name} failed`}</button>
    </>
  );
}

/** Reports a new size of the observed elements. */
let resized: () => void = () => undefined;

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(report: () => void) {
        resized = report;
      }
      observe() {}
      disconnect() {}
    },
  );
  taken.mockClear();
  undo.mockClear();
  sent.mockClear();
  const i18nProvider = i18nProviderOf("ja", { texts: consoleTexts, messages });
  vi.useFakeTimers();
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      <UndoProvider>
        <Draft name="one" />
        <Draft name="two" />
        <Step name="arrived" />
        <Step name="seated" />
        <Step name="bill" />
      </UndoProvider>
    </CoreAdminContext>,
  );
});

afterEach(() => {
  vi.useRealTimers();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("sends an action that was not undone after five seconds, and hides its subject meanwhile", () => {
  press("one");
  expect(screen.queryByRole("button", { name: "one" })).toBeNull();
  pass(4_900);
  expect(sent).not.toHaveBeenCalled();
  pass(200);
  expect(sent).toHaveBeenCalledExactlyOnceWith("one");
  expect(undo).not.toHaveBeenCalled();
});

const space = () => document.documentElement.style.getPropertyValue("--undo-bar");

it("reserves the height of the offer at the foot of the page while it is shown", () => {
  const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(64);
  expect(space()).toBe("");
  press("one");
  expect(space()).toBe("64px");
  height.mockReturnValue(112);
  act(() => resized());
  expect(space(), "the text has a second line in a narrow window").toBe("112px");
  press("two");
  expect(space(), "the next offer").toBe("112px");
  pass(5_100);
  expect(space()).toBe("");
});

it("does not send an undone action", () => {
  press("one");
  press("元に戻す");
  pass(10_000);
  expect(undo).toHaveBeenCalledExactlyOnceWith("one");
  expect(sent).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "one" })).toBeInTheDocument();
});

it("sends the previous action when the next one is offered, which gets its own five seconds", () => {
  press("one");
  pass(4_000);
  press("two");
  expect(sent).toHaveBeenCalledExactlyOnceWith("one");
  pass(4_900);
  expect(sent).toHaveBeenCalledTimes(1);
  pass(200);
  expect(sent).toHaveBeenLastCalledWith("two");
});

it("no longer undoes the previous action once the next one has begun", () => {
  press("one");
  press("after two");
  expect(screen.queryByRole("button", { name: "元に戻す" })).toBeNull();
  expect(sent).toHaveBeenCalledExactlyOnceWith("one");
  expect(undo).not.toHaveBeenCalled();
});

it("sends when the document is left", () => {
  press("one");
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(sent).toHaveBeenCalledExactlyOnceWith("one");
});

const takeBack = async () => {
  press("元に戻す");
  await act(() => vi.advanceTimersByTimeAsync(0));
};

it("undoes steps one after another, the last first, each within its own five seconds", async () => {
  for (const step of ["arrived", "seated", "bill"]) press(step);
  await takeBack();
  expect(screen.getByText("seated.")).toBeInTheDocument();
  pass(4_900);
  await takeBack();
  expect(taken.mock.calls.flat()).toEqual(["bill", "seated"]);
  pass(5_100);
  expect(screen.queryByRole("button", { name: "元に戻す" }), "the first step was not undone in time").toBeNull();
});

it("stops if a step could not be undone, or another action was taken", async () => {
  for (const step of ["arrived", "seated"]) press(step);
  taken.mockResolvedValueOnce(false);
  await takeBack();
  expect(screen.queryByRole("button", { name: "元に戻す" })).toBeNull();
  press("arrived");
  press("one");
  await takeBack();
  expect(undo).toHaveBeenCalledExactlyOnceWith("one");
  expect(screen.queryByRole("button", { name: "元に戻す" })).toBeNull();
});

it("withdraws the offer of a failed action and keeps the others", async () => {
  for (const step of ["arrived", "seated", "bill"]) press(step);
  press("seated failed");
  expect(screen.getByText("bill."), "another offer is shown").toBeInTheDocument();
  press("bill failed");
  expect(screen.getByText("arrived.")).toBeInTheDocument();
  await takeBack();
  expect(taken.mock.calls.flat()).toEqual(["arrived"]);
  press("one");
  press("arrived failed");
  expect(screen.getByText("削除します。")).toBeInTheDocument();
});

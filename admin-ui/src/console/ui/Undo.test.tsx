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
  const { offer, away } = useUndo();
  const remove = () =>
    offer({ message: "削除します。", undo: () => undo(name), later: { subject: name, send: () => sent(name) } });
  return away.has(name) ? null : <button onClick={remove}>{name}</button>;
}

beforeEach(() => {
  undo.mockClear();
  sent.mockClear();
  const i18nProvider = i18nProviderOf("ja", { texts: consoleTexts, messages });
  vi.useFakeTimers();
  render(
    <CoreAdminContext i18nProvider={i18nProvider} queryClient={new QueryClient()}>
      <UndoProvider>
        <Draft name="one" />
        <Draft name="two" />
      </UndoProvider>
    </CoreAdminContext>,
  );
});

afterEach(() => {
  vi.useRealTimers();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("sends what was not taken back after five seconds, and hides it meanwhile", () => {
  press("one");
  expect(screen.queryByRole("button", { name: "one" })).toBeNull();
  pass(4_900);
  expect(sent).not.toHaveBeenCalled();
  pass(200);
  expect(sent).toHaveBeenCalledExactlyOnceWith("one");
  expect(undo).not.toHaveBeenCalled();
});

it("sends nothing that was taken back", () => {
  press("one");
  press("元に戻す");
  pass(10_000);
  expect(undo).toHaveBeenCalledExactlyOnceWith("one");
  expect(sent).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "one" })).toBeInTheDocument();
});

it("sends the former when the next is offered, which has its own five seconds", () => {
  press("one");
  pass(4_000);
  press("two");
  expect(sent).toHaveBeenCalledExactlyOnceWith("one");
  pass(4_900);
  expect(sent).toHaveBeenCalledTimes(1);
  pass(200);
  expect(sent).toHaveBeenLastCalledWith("two");
});

it("sends when the document is left", () => {
  press("one");
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(sent).toHaveBeenCalledExactlyOnceWith("one");
});

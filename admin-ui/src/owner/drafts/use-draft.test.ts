import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { deleteDrafts, saveDraft, showIn } from "./store";
import { useDraft } from "./use-draft";
import { useDrafts } from "./use-drafts";

interface Draft {
  memo: string;
  start: string;
  seats: string[] | null;
}

const of = (saved: Draft): [Draft, Draft] => [{ ...saved, seats: null }, saved];

afterEach(() => saveDraft("form", {}));

function form(memo: string, start: string, seats: string[]) {
  const first = of({ memo, start, seats });
  const hook = renderHook(([saved, known]: [Draft, Draft]) => useDraft("form", saved, known), { initialProps: first });
  return {
    shown: () => hook.result.current.draft,
    type: (part: Partial<Draft>) => act(() => hook.result.current.set(part)),
    isUnsaved: () => hook.result.current.isUnsaved,
    discard: () => act(() => hook.result.current.discard()),
    clashes: () => hook.result.current.clashes,
    expected: () => hook.result.current.expected,
    keepMine: (name: keyof Draft) => act(() => hook.result.current.keepMine(name)),
    takeTheirs: (name: keyof Draft) => act(() => hook.result.current.takeTheirs(name)),
    sent: () => act(() => hook.result.current.sent(hook.result.current.draft)),
    /** Sends the shown values. The returned function is the server's answer. */
    save: () => {
      const { draft, sent } = hook.result.current;
      return () => act(() => sent(draft));
    },
    close: hook.unmount,
    becomes: (...[next, at, places]: [string, string, string[]]) =>
      hook.rerender(of({ memo: next, start: at, seats: places })),
  };
}

test("unsaved input stays when another user changes other fields", () => {
  const { shown, type, becomes } = form("", "18:00", ["a"]);
  type({ memo: "窓側" });
  becomes("", "18:30", ["b"]);
  expect(shown()).toEqual({ memo: "窓側", start: "18:30", seats: null });
  becomes("電話あり", "18:30", ["b"]);
  expect(shown().memo).toBe("窓側");
});

test("a saved field follows the server again", () => {
  const { shown, type, becomes } = form("", "18:00", ["a", "b"]);
  type({ memo: "窓側" });
  type({ seats: ["c", "b"] });
  becomes("窓側", "18:00", ["b", "c"]);
  expect(shown()).toEqual({ memo: "窓側", start: "18:00", seats: null });
  becomes("奥の席", "18:00", ["b", "c"]);
  expect(shown().memo).toBe("奥の席");
});

test("two changed fields are both kept", () => {
  const { shown, type } = form("", "18:00", ["a"]);
  type({ memo: "窓側" });
  type({ start: "19:00" });
  expect(shown()).toEqual({ memo: "窓側", start: "19:00", seats: null });
});

function asksBeforeReload(): boolean {
  const reload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(reload);
  return reload.defaultPrevented;
}

test("a reopened form shows its unsaved input", () => {
  const first = form("", "18:00", ["a"]);
  first.type({ memo: "窓側" });
  first.close();
  expect(asksBeforeReload()).toBe(true);
  const again = form("", "18:00", ["a"]);
  expect(again.shown().memo).toBe("窓側");
  expect(again.isUnsaved()).toBe(true);
  again.discard();
  expect(again.shown().memo).toBe("");
  expect(asksBeforeReload()).toBe(false);
});

test("the set of unsaved forms changes only when a form is added or removed", () => {
  const { result: drafts } = renderHook(() => useDrafts());
  const before = drafts.current;
  const first = form("", "18:00", ["a"]);
  expect(drafts.current).toBe(before);
  first.type({ memo: "窓" });
  const typed = drafts.current;
  expect([...typed]).toEqual(["form"]);
  first.type({ memo: "窓側" });
  expect(drafts.current).toBe(typed);
  first.close();
  expect(drafts.current.has("form"), "the pane is closed").toBe(true);
  act(() => showIn("form", "reservation:1"));
  expect([...drafts.current], "the pane of a reservation shows a guest's form").toEqual(["form", "reservation:1"]);
  act(() => deleteDrafts());
  expect(drafts.current.size).toBe(0);
});

test("a field that another user saved meanwhile is a conflict", () => {
  const { clashes, type, becomes, keepMine, takeTheirs, shown, isUnsaved } = form("", "18:00", ["a"]);
  type({ memo: "窓" });
  becomes("", "18:30", ["a"]);
  expect(clashes(), "another field").toEqual([]);
  type({ memo: "窓側" });
  becomes("電話あり", "18:30", ["a"]);
  expect(clashes()).toEqual(["memo"]);
  keepMine("memo");
  expect([clashes(), shown().memo]).toEqual([[], "窓側"]);
  becomes("電話なし", "18:30", ["a"]);
  expect(clashes(), "again").toEqual(["memo"]);
  takeTheirs("memo");
  expect([clashes(), shown().memo, isUnsaved()]).toEqual([[], "電話なし", false]);
});

test("changed fields have the saved values that the user knows as expected ones", () => {
  const { type, becomes, expected, keepMine, sent } = form("", "18:00", ["a"]);
  expect(expected()).toEqual({});
  type({ memo: "窓側" });
  becomes("電話あり", "18:30", ["a"]);
  expect(expected()).toEqual({ memo: "" });
  keepMine("memo");
  expect(expected()).toEqual({ memo: "電話あり" });
  sent();
  expect(expected()).toEqual({});
});

const openWithoutKey = () => renderHook(() => useDraft<{ memo: string }>(null, { memo: "" })).result;

test("a form without a key keeps no input", () => {
  const first = openWithoutKey();
  act(() => first.current.set({ memo: "窓側" }));
  expect([first.current.draft.memo, first.current.isUnsaved, asksBeforeReload()]).toEqual(["窓側", true, false]);
  expect(openWithoutKey().current.draft.memo).toBe("");
});

test("a reopened form keeps the expected values of its draft", () => {
  const first = form("", "18:00", ["a"]);
  first.type({ memo: "窓側" });
  first.close();
  const again = form("電話あり", "18:00", ["a"]);
  expect(again.clashes()).toEqual(["memo"]);
  again.becomes("窓側", "18:00", ["a"]);
  expect(again.clashes(), "both users wrote the same").toEqual([]);
});

test("fields of another form with the same key are no conflict", () => {
  const first = form("", "18:00", ["a"]);
  first.type({ memo: "窓側", start: "19:00" });
  first.close();
  const { result } = renderHook(() => useDraft("form", { memo: "電話あり" }));
  expect(result.current.clashes).toEqual(["memo"]);
});

test("a reverted field follows the server", () => {
  const { type, becomes, shown, clashes } = form("", "18:00", ["a"]);
  type({ memo: "窓側" });
  type({ memo: "" });
  becomes("電話あり", "18:00", ["a"]);
  expect([shown().memo, clashes()]).toEqual(["電話あり", []]);
});

test("sent and reverted input is not kept", () => {
  const { type, isUnsaved, sent, shown, becomes } = form("", "18:00", ["a"]);
  type({ memo: "窓側", seats: null });
  expect(isUnsaved()).toBe(true);
  type({ memo: "" });
  expect(isUnsaved()).toBe(false);
  type({ memo: " 窓側" });
  sent();
  expect(isUnsaved()).toBe(false);
  expect(shown().memo, "until the server sends the saved value").toBe(" 窓側");
  becomes("窓側", "18:00", ["a"]);
  expect(shown().memo).toBe("窓側");
  expect(asksBeforeReload()).toBe(false);
});

test("the end of the session deletes unsaved input without a warning", () => {
  const first = form("", "18:00", ["a"]);
  first.type({ memo: "窓側" });
  first.close();
  deleteDrafts();
  expect(asksBeforeReload()).toBe(false);
  expect(form("", "18:00", ["a"]).shown().memo).toBe("");
});

test("input that is typed while a save is in flight stays unsaved", () => {
  const { type, save, becomes, shown, isUnsaved, expected, clashes } = form("", "18:00", ["a"]);
  type({ memo: "窓", start: "19:00" });
  const answer = save();
  type({ memo: "窓側" });
  answer();
  expect([shown().memo, isUnsaved(), expected(), clashes()]).toEqual(["窓側", true, { memo: "窓" }, []]);
  becomes("窓", "19:00", ["a"]);
  expect(shown()).toEqual({ memo: "窓側", start: "19:00", seats: null });
  expect([isUnsaved(), expected(), clashes()]).toEqual([true, { memo: "窓" }, []]);
  becomes("電話あり", "19:00", ["a"]);
  expect(clashes(), "a colleague's change after the save").toEqual(["memo"]);
});

test("a field that is reverted while a save is in flight is a change of the saved value", () => {
  const { type, save, becomes, shown, isUnsaved, expected, clashes } = form("", "18:00", ["a"]);
  type({ memo: " 窓" });
  const answer = save();
  type({ memo: "" });
  answer();
  becomes("窓", "18:00", ["a"]);
  expect([shown().memo, isUnsaved(), expected(), clashes()]).toEqual(["", true, { memo: "窓" }, []]);
});

test("the saved values may come before the answer of the save", () => {
  const { type, save, becomes, shown, expected, clashes } = form("", "18:00", ["a"]);
  type({ memo: "窓" });
  const answer = save();
  type({ memo: "窓側" });
  becomes("窓", "18:00", ["a"]);
  answer();
  expect([shown().memo, expected(), clashes()]).toEqual(["窓側", { memo: "窓" }, []]);
  becomes("電話あり", "18:00", ["a"]);
  expect(clashes(), "a colleague's change after the save").toEqual(["memo"]);
});

test("a form that is closed while a save is in flight keeps what was typed meanwhile", () => {
  const first = form("", "18:00", ["a"]);
  first.type({ memo: "窓" });
  const answer = first.save();
  first.type({ memo: "窓側" });
  first.close();
  answer();
  const again = form("窓", "18:00", ["a"]);
  expect([again.shown().memo, again.isUnsaved(), again.clashes()]).toEqual(["窓側", true, []]);
});

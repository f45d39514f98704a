import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useDraft } from "./use-draft";

interface Draft {
  memo: string;
  start: string;
  seats: string[] | null;
}

const of = (saved: Draft): [Draft, Draft] => [{ ...saved, seats: null }, saved];

function form(memo: string, start: string, seats: string[]) {
  const first = of({ memo, start, seats });
  const hook = renderHook(([saved, known]: [Draft, Draft]) => useDraft(saved, known), { initialProps: first });
  return {
    shown: () => hook.result.current[0],
    type: (part: Partial<Draft>) => act(() => hook.result.current[1](part)),
    becomes: (...[next, at, places]: [string, string, string[]]) =>
      hook.rerender(of({ memo: next, start: at, seats: places })),
  };
}

test("what was typed stays when somebody else changes the rest", () => {
  const { shown, type, becomes } = form("", "18:00", ["a"]);
  type({ memo: "窓側" });
  becomes("", "18:30", ["b"]);
  expect(shown()).toEqual({ memo: "窓側", start: "18:30", seats: null });
  becomes("電話あり", "18:30", ["b"]);
  expect(shown().memo).toBe("窓側");
});

test("what is saved follows the server again", () => {
  const { shown, type, becomes } = form("", "18:00", ["a", "b"]);
  type({ memo: "窓側" });
  type({ seats: ["c", "b"] });
  becomes("窓側", "18:00", ["b", "c"]);
  expect(shown()).toEqual({ memo: "窓側", start: "18:00", seats: null });
  becomes("奥の席", "18:00", ["b", "c"]);
  expect(shown().memo).toBe("奥の席");
});

test("two fields changed at once are both kept", () => {
  const { shown, type } = form("", "18:00", ["a"]);
  type({ memo: "窓側" });
  type({ start: "19:00" });
  expect(shown()).toEqual({ memo: "窓側", start: "19:00", seats: null });
});

import { useLayoutEffect } from "react";
import { fireEvent, render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useKey } from "./use-key";

/** Presses N as soon as the key is on, before the browser paints. */
function Early({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  useKey("n", isOn, onPress);
  useLayoutEffect(() => {
    if (isOn) fireEvent.keyDown(document.body, { key: "n" });
  }, [isOn]);
  return null;
}

it("handles the key as soon as it is switched on", () => {
  const onPress = vi.fn<() => void>();
  const { rerender } = render(<Early isOn={false} onPress={onPress} />);
  fireEvent.keyDown(document.body, { key: "n" });
  expect(onPress).not.toHaveBeenCalled();
  rerender(<Early isOn onPress={onPress} />);
  expect(onPress).toHaveBeenCalledOnce();
  fireEvent.keyDown(document.body, { key: "n", ctrlKey: true });
  fireEvent.keyDown(document.body, { key: "m" });
  expect(onPress).toHaveBeenCalledOnce();
});

it("handles the key with Caps Lock, but not with Shift", () => {
  const onPress = vi.fn<() => void>();
  render(<Early isOn={false} onPress={onPress} />).rerender(<Early isOn onPress={onPress} />);
  onPress.mockClear();
  fireEvent.keyDown(document.body, { key: "N" });
  expect(onPress).toHaveBeenCalledOnce();
  fireEvent.keyDown(document.body, { key: "N", shiftKey: true });
  fireEvent.keyDown(document.body, { key: "n", shiftKey: true });
  expect(onPress).toHaveBeenCalledOnce();
});

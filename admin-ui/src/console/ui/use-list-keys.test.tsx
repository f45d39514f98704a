import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useListKeys } from "./use-list-keys";

function Search({ onTake }: { onTake: (index: number) => void }) {
  const { onKeyDown } = useListKeys({ count: 2, isSettled: true, onTake });
  return <input aria-label="search" onKeyDown={onKeyDown} />;
}

it.each([
  ["Enter", {}, 1],
  ["the Enter that accepts a conversion", { isComposing: true }, 0],
  ["the same in Safari, which has ended the composition", { keyCode: 229 }, 0],
])("takes a result by Enter only: %s", (_, event, taken) => {
  const onTake = vi.fn<(index: number) => void>();
  render(<Search onTake={onTake} />);
  fireEvent.keyDown(screen.getByLabelText("search"), { key: "Enter", ...event });
  expect(onTake).toHaveBeenCalledTimes(taken);
});

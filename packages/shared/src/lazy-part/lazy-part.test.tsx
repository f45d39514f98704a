import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lazyPartsWith } from "./lazy-part";
import type { PartProblemProps } from "./lazy-part";

const Panel = ({ name }: { name: string }) => <p>seats of {name}</p>;
const Broken = () => {
  throw new TypeError("failed to fetch a property of undefined");
};

const Problem = ({ isMissing, onRetry }: PartProblemProps) => (
  <button onClick={onRetry}>{isMissing ? "no connection" : "something went wrong"}</button>
);
const lazyPart = lazyPartsWith(Problem);

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function showMissing() {
  const load = vi.fn<() => Promise<typeof Panel>>(() => Promise.reject(new TypeError("Failed to fetch")));
  const Part = lazyPart(load);
  render(
    <>
      <h1>Day</h1>
      <Part name="Sato" />
    </>,
  );
  return load;
}

it("leaves the page as it is when its code cannot be fetched, and retries", async () => {
  const load = showMissing();
  const problem = await screen.findByText("no connection");
  expect(screen.getByText("Day")).toBeTruthy();
  load.mockResolvedValue(Panel);
  fireEvent.click(problem);
  expect(await screen.findByText("seats of Sato")).toBeTruthy();
});

it("retries when the browser reports a connection", async () => {
  const load = showMissing();
  await screen.findByText("no connection");
  load.mockResolvedValue(Panel);
  fireEvent(window, new Event("online"));
  expect(await screen.findByText("seats of Sato")).toBeTruthy();
});

it("reports a part that fails while it is drawn as an error, not as a missing connection", async () => {
  const load = vi.fn<() => Promise<typeof Broken>>(() => Promise.resolve(Broken));
  const Part = lazyPart(load);
  render(<Part />);
  fireEvent.click(await screen.findByText("something went wrong"));
  await screen.findByText("something went wrong");
  expect(screen.queryByText("no connection")).toBeNull();
  expect(load, "its code is not fetched again").toHaveBeenCalledOnce();
});

it("has its code before it is shown after a preload", async () => {
  const load = vi.fn<() => Promise<typeof Panel>>(() => Promise.resolve(Panel));
  const Part = lazyPart(load);
  Part.preload();
  expect(load).toHaveBeenCalledOnce();
  render(<Part name="Suzuki" />);
  await screen.findByText("seats of Suzuki");
});

import type { ReactNode } from "react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "../api/http";
import { useWrite } from "./use-write";
import type { WriteOptions } from "./use-write";

function begin(options: Partial<WriteOptions> = {}) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useWrite({ words: ({ message }) => message, ...options }), { wrapper }).result;
}

const refused = () => Promise.reject(new ApiError({ status: 422, message: "no", fields: { name: "blank" } }));

it("sends once while a write is in flight", async () => {
  const result = begin();
  const finish: (() => void)[] = [];
  const send = vi.fn<() => Promise<void>>(() => new Promise((resolve) => finish.push(resolve)));
  let first: Promise<boolean | undefined> | undefined;
  act(() => {
    first = result.current.write(send);
  });
  expect(result.current.busy, "busy within the event").toBe(true);
  expect(await result.current.write(send)).toBeUndefined();
  finish[0]?.();
  expect(await first).toBe(true);
  await waitFor(() => expect(result.current.busy).toBe(false));
  expect(send).toHaveBeenCalledTimes(1);
});

it("shows a rejection and its fields until reset", async () => {
  const result = begin();
  expect(await result.current.write(refused)).toBe(false);
  await waitFor(() => expect(result.current.problem).toBe("no"));
  expect(result.current.fields).toEqual({ name: "blank" });
  act(() => result.current.reset());
  expect(result.current.problem).toBeNull();
  expect(result.current.fields).toEqual({});
});

it("counts an immediate failure as another attempt", async () => {
  const result = begin();
  await act(() => result.current.write(refused));
  await waitFor(() => expect(result.current.problem).toBe("no"));
  const { attempt } = result.current;
  vi.setSystemTime(Date.now() + 1);
  await act(() => result.current.write(refused));
  await waitFor(() => expect(result.current.attempt).toBeGreaterThan(attempt));
});

it("does not show an error that its component handles", async () => {
  const handles = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
  const result = begin({ handles });
  expect(await result.current.write(refused)).toBe(false);
  expect(handles).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(result.current.busy).toBe(false));
  expect(result.current.problem).toBeNull();
});

it("fails offline instead of waiting for a network", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
  const result = begin();
  expect(await result.current.write(() => Promise.reject(new NetworkError()))).toBe(false);
  await waitFor(() => expect(result.current.problem).toBe("network"));
  window.dispatchEvent(new Event("online"));
});

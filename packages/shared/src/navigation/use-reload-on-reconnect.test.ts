import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browser } from "./browser";
import { useReloadOnReconnect } from "./use-reload-on-reconnect";

const server = { isUp: true };
let reload: ReturnType<typeof watchReloads>;
const watchReloads = () => vi.spyOn(browser, "reload").mockImplementation(() => undefined);
const goOnline = () => window.dispatchEvent(new Event("online"));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  server.isUp = true;
  reload = watchReloads();
  vi.stubGlobal("fetch", () =>
    server.isUp ? Promise.resolve(new Response("{}")) : Promise.reject(new TypeError("network")),
  );
});

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("reloads when the browser reports a connection, and not before", async () => {
  renderHook(() => useReloadOnReconnect(true));
  await pass(30_000);
  expect(reload).not.toHaveBeenCalled();
  goOnline();
  await pass(0);
  expect(reload).toHaveBeenCalledOnce();
});

it("retries until the server responds, because the connection is reported before it works", async () => {
  server.isUp = false;
  renderHook(() => useReloadOnReconnect(true));
  goOnline();
  await pass(2_000);
  expect(reload).not.toHaveBeenCalled();
  server.isUp = true;
  await pass(4_000);
  expect(reload).toHaveBeenCalledOnce();
});

it("polls a stopped server, if asked to", async () => {
  server.isUp = false;
  renderHook(() => useReloadOnReconnect(true, { polls: true }));
  await pass(4_000);
  server.isUp = true;
  await pass(4_000);
  expect(reload).toHaveBeenCalledOnce();
});

it("reloads a page that still fails again after a minute at the earliest", async () => {
  const { unmount } = renderHook(() => useReloadOnReconnect(true));
  goOnline();
  await pass(0);
  unmount();
  renderHook(() => useReloadOnReconnect(true, { polls: true }));
  goOnline();
  await pass(59_000);
  expect(reload).toHaveBeenCalledOnce();
  await pass(2_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

it("counts the minute from the start of the document if the storage is blocked", async () => {
  for (const method of ["getItem", "setItem"] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("blocked", "SecurityError");
    });
  }
  vi.resetModules();
  const fresh = await import("./use-reload-on-reconnect");
  const { browser: own } = await import("./browser");
  const freshReload = vi.spyOn(own, "reload").mockImplementation(() => undefined);
  renderHook(() => fresh.useReloadOnReconnect(true));
  goOnline();
  await pass(59_000);
  expect(freshReload).not.toHaveBeenCalled();
  await pass(2_000);
  expect(freshReload).toHaveBeenCalledOnce();
});

it("leaves a page without an error alone", async () => {
  renderHook(() => useReloadOnReconnect(false, { polls: true }));
  goOnline();
  await pass(10_000);
  expect(reload).not.toHaveBeenCalled();
});

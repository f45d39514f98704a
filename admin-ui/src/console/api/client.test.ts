import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browser } from "@seki/shared/navigation";
import { request } from "./client";
import { useSessionEnded } from "./session-ended";
import { rememberPage } from "./shell";
import type { ConsolePage } from "./types";

const STAFF = { email: "owner@seki.test" };
const PAGE = { csrf_token: "old", session: STAFF, now: "2026-12-08T18:00:00+09:00", flash: [] };
let isSignedIn = false;

/** A server whose first session has ended: its token is rejected, and pages get 401 until the next sign-in. */
const server = vi.fn<typeof fetch>((_, init) => {
  const token = new Headers(init?.headers).get("X-CSRF-Token");
  if (token === null) {
    const page = Response.json({ csrf_token: "new", session: STAFF });
    return Promise.resolve(isSignedIn ? page : Response.json({ code: "sign_in_required" }, { status: 401 }));
  }
  const isAccepted = isSignedIn && token === "new";
  return Promise.resolve(isAccepted ? Response.json({}) : Response.json({ code: "csrf" }, { status: 422 }));
});

const guard = (event: Event) => event.preventDefault();
const write = () => request("/owners/api/offline_reservations/u", { method: "PUT", body: "typed" });

beforeEach(() => {
  isSignedIn = false;
  vi.stubGlobal("fetch", server);
  vi.spyOn(browser, "reload").mockImplementation(() => undefined);
  rememberPage(PAGE as unknown as ConsolePage);
});
afterEach(() => window.removeEventListener("beforeunload", guard));

it("keeps unsaved input when the session has ended, and sends it after the next sign-in", async () => {
  window.addEventListener("beforeunload", guard);
  const { result, rerender } = renderHook(useSessionEnded);
  await expect(write()).rejects.toMatchObject({ status: 401 });
  await expect(request("/owners/api/notifications", {})).rejects.toMatchObject({ status: 401 });
  expect(browser.reload).not.toHaveBeenCalled();
  rerender();
  expect(result.current).toBe(true);
  isSignedIn = true;
  expect((await write()).ok).toBe(true);
  rerender();
  expect(result.current).toBe(false);
});

it("opens the sign-in page if nothing is unsaved", async () => {
  void write();
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
});

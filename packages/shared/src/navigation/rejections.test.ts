import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callsOver } from "../api/client";
import { ApiError } from "../api/http";
import type { Flash } from "../api/types";
import { onFlash } from "../shell/flash";
import { registerRejectionFollower, followRejection } from "./rejections";

const follow = vi.fn<(target: string) => void>();
const said: Flash[] = [];
let stops: (() => unknown)[] = [];

beforeEach(() => {
  window.history.replaceState(null, "", "/ja/r/sushi/reservations/x/review");
  stops = [registerRejectionFollower(follow), onFlash((flash) => said.push(flash))];
});

afterEach(() => {
  for (const stop of stops) stop();
  follow.mockReset();
  said.length = 0;
});

describe("a rejection's `redirect_to`", () => {
  it("is followed, with the message for the next page, and the call never returns", async () => {
    const refused = new ApiError({ status: 422, message: "Ended", redirect_to: "/r/sushi" });
    const send = callsOver(() => Promise.reject(refused), followRejection);
    const back = vi.fn<() => void>();
    void send("POST", "/users/after_registrations/confirm_email").then(back, back);
    await vi.waitFor(() => expect(follow).toHaveBeenCalledWith("/r/sushi"));
    expect(said).toEqual([{ kind: "alert", message: "Ended", sticky: false }]);
    expect(back).not.toHaveBeenCalled();
  });

  it("is not followed if it leads to the same page, or without an application that follows it", () => {
    const again = { status: 422, message: "Refused", redirect_to: "/r/sushi/reservations/x/review" };
    expect(followRejection(again)).toBe(false);
    expect(followRejection({ status: 422, message: "Wrong" })).toBe(false);
    for (const stop of stops) stop();
    expect(followRejection({ status: 422, redirect_to: "/r/sushi" })).toBe(false);
    expect(follow).not.toHaveBeenCalled();
    expect(said).toEqual([]);
  });
});

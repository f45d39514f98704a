import { describe, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api";
import type { PhoneVerification } from "@/api";
import { callProblemOf, callReducer, idleCall } from "./phone-verification";

const verification: PhoneVerification = {
  uuid: "v-1",
  status: "sent",
  phone_authentic_number: "+815012345678",
  remaining_seconds: 180,
  is_contested: false,
};
const waiting = callReducer(callReducer(idleCall, { type: "requested" }), { type: "started", verification });

describe("a verification call", () => {
  it("goes from queued to sent to confirmed", () => {
    expect(callReducer(idleCall, { type: "requested" }).status).toBe("queued");
    expect(waiting.status).toBe("sent");
    expect(
      callReducer(waiting, { type: "polled", status: "confirmed", remaining_seconds: 100, is_contested: false }).status,
    ).toBe("confirmed");
  });

  it("fails with the polling, and times out, only while waiting", () => {
    expect(callReducer(waiting, { type: "poll_failed" })).toMatchObject({
      status: "failed",
      problem: { key: "verify_failed" },
    });
    const confirmed = callReducer(waiting, {
      type: "polled",
      status: "confirmed",
      remaining_seconds: 1,
      is_contested: false,
    });
    expect(callReducer(confirmed, { type: "timed_out" })).toBe(confirmed);
    expect(callReducer(waiting, { type: "timed_out" }).status).toBe("timeout");
  });

  it("gives the reason why a call could not be requested", () => {
    expect(callProblemOf(new ApiError({ status: 500 }))).toEqual({ key: "server_error" });
    expect(callProblemOf(new ApiError({ status: 422, errors: ["a", "b"] }))).toEqual({ text: "a\nb" });
    expect(callProblemOf(new ApiError({ status: 429 }))).toEqual({ key: "retry_later" });
    expect(callProblemOf(new NetworkError())).toEqual({ key: "network_error" });
  });
});

import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type { AnswerOf, Arguments, CallOf, PathOf } from "./calls";
import { callsOver, request } from "./client";

const send = callsOver(request);

describe("a call of the OpenAPI document", () => {
  it("is identified by its method", () => {
    expectTypeOf<"/users/sign_out">().toExtend<PathOf<"DELETE">>();
    expectTypeOf<"/users/sign_out">().not.toExtend<PathOf<"POST">>();
  });

  it("requires its path and body, or no argument", () => {
    type Retry = CallOf<"POST", "/r/{slug}/reservations/{uid}/retry_3ds">;
    expectTypeOf<Retry["path"]>().toEqualTypeOf<{ slug: string; uid: string }>();
    expectTypeOf<{ body: Retry["body"] }>().not.toExtend<Retry>();
    expectTypeOf<Arguments<Retry>>().toEqualTypeOf<[call: Retry]>();
    expectTypeOf<[]>().toExtend<Arguments<CallOf<"DELETE", "/users/sign_out">>>();
  });

  it("has its own response type", () => {
    expectTypeOf<AnswerOf<"POST", "/sms_confirmations">>().toEqualTypeOf<{ uuid: string }>();
    expectTypeOf<AnswerOf<"DELETE", "/users/api/reservations/{uid}">>().toEqualTypeOf<null>();
  });

  it("is sent to its address, with parameters filled in and empty queries omitted", async () => {
    const asked = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ status: 200 })));
    vi.stubGlobal("fetch", asked);
    await send("GET", "/users/api/availability/dates/{slug}", {
      path: { slug: "a/b c" },
      query: { date: "2026-12-24", reservation_calendar_token: null },
    });
    expect(asked.mock.calls[0]?.[0]).toBe("/users/api/availability/dates/a%2Fb%20c?date=2026-12-24");
    vi.unstubAllGlobals();
  });
});

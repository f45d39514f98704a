import { describe, expect, it } from "vitest";
import { NO_FILTER, isNarrowed, reservationsQuery, toggled, shortened } from "./search";

describe("the list's address", () => {
  it("has the parameters of the specification, and no empty ones", () => {
    expect(reservationsQuery(NO_FILTER)).toBe("");
    const query = new URLSearchParams(
      reservationsQuery({ text: " 伊藤 ", statuses: ["void", "accepted"], types: [], from: "2026-12-01" }),
    );
    expect(query.get("q[customer_name_or_phone_local_number_or_invitation_email_cont_all]")).toBe("伊藤");
    expect(query.getAll("q[status_in][]")).toEqual(["void", "accepted"]);
    expect([query.get("q[starts_at_gteq]"), query.has("q[starts_at_lteq]")]).toEqual(["2026-12-01", false]);
  });

  it("reports whether a filter is set", () => {
    expect(isNarrowed(NO_FILTER)).toBe(false);
    expect(isNarrowed({ ...NO_FILTER, till: "2026-12-01" })).toBe(true);
  });

  it("adds and removes a choice", () => {
    expect(toggled(["a"], "b")).toEqual(["a", "b"]);
    expect(toggled(["a", "b"], "a")).toEqual(["b"]);
  });
});

it("shortens a long search text to its beginning", () => {
  expect(shortened("鈴木")).toBe("鈴木");
  expect(shortened("鈴".repeat(2000))).toBe(`${"鈴".repeat(60)}…`);
});

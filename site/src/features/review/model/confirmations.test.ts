import { describe, expect, it } from "vitest";
import { allTicked, confirmBody, keyOfField, requiredConfirmations } from "./confirmations";
import type { ConfirmationKey } from "./confirmations";

const page = {
  requires_no_proxy: true,
  travel_law_notice: "旅行業法に基づくお知らせ",
  review_items: [{ key_name: "perfume", label: "香水はお控えください" }],
  restaurant: { is_delivery_only: false },
};

describe("the checkboxes of the review page", () => {
  // F062
  it("include everything for a table, and less for a delivery", () => {
    expect(requiredConfirmations(page)).toEqual(["date", "no_proxy", "item:perfume", "travel_law", "policy"]);
    expect(requiredConfirmations({ ...page, travel_law_notice: null })).not.toContain("travel_law");
    expect(requiredConfirmations({ ...page, restaurant: { is_delivery_only: true } })).toEqual([
      "date",
      "item:perfume",
      "policy",
    ]);
  });

  it("are complete only if all are ticked", () => {
    const ticks = new Set<ConfirmationKey>(["date", "policy"]);
    expect(allTicked(["date", "policy"], ticks)).toBe(true);
    expect(allTicked(["date", "policy", "item:perfume"], ticks)).toBe(false);
  });

  it("send the items under their own keys", () => {
    expect(confirmBody(new Set(["date", "item:perfume"]), "窓側", true)).toEqual({
      date_confirmed: true,
      no_proxy: false,
      policy_agreed: false,
      travel_law_agreed: false,
      reservation_review_page_items: { perfume: "1" },
      reservation: { special_request: "窓側" },
      customer: { hide_from_user: true },
      delivery_address: null,
      arrival: null,
    });
  });

  it("map a rejected field to its checkbox", () => {
    expect(keyOfField("reservation_review_page_items.perfume")).toBe("item:perfume");
    expect(keyOfField("reservation_review_page_items[perfume]")).toBe("item:perfume");
    expect(keyOfField("policy_agreed")).toBe("policy");
    expect(keyOfField("other")).toBeNull();
  });
});

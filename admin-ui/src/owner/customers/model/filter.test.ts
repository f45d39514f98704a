import { describe, expect, it } from "vitest";
import { customersQuery, exactEmail, exactPhone, isNarrowed, noFilter } from "./filter";

const decoded = (query: string) => decodeURIComponent(query.replaceAll("+", " "));

describe("the customer search", () => {
  it("writes every condition to the list's address", () => {
    const filter = {
      ...noFilter,
      customer_group_ids: [7, 999],
      customer_types: ["InvitedCustomer" as const],
      customer_tags: ["vip", "窓側"],
      is_blacklisted: true,
      is_sms_invite: true,
      has_allergy: true,
      visit_count_from: 0,
      visit_count_till: 100,
      keywords: " 伊藤 ",
    };
    expect(decoded(customersQuery(filter))).toBe(
      "q[customer_group_id_in][]=7&q[customer_group_id_in][]=999&customer_types[]=InvitedCustomer" +
        "&customer_tags[]=vip&customer_tags[]=窓側&q[is_blacklisted_true]=1&is_sms_invite=1&has_allergy=1&profile_visit_count_gteq=0&profile_visit_count_lteq=100&keywords=伊藤",
    );
    expect(isNarrowed(noFilter)).toBe(false);
  });

  it("searches for exactly one email address, in lower case", () => {
    expect(decoded(customersQuery(exactEmail("  A@B.jp ") ?? noFilter))).toBe("q[user_email_eq]=a@b.jp");
    expect(exactEmail("\u212aIM@b.jp")?.user_email, "the Kelvin sign stays").toBe("\u212aim@b.jp");
    expect(exactEmail("  ")).toBeNull();
  });

  it("searches for exactly one number, without its leading zero, and abroad with its country", () => {
    expect(decoded(customersQuery(exactPhone("０９０-1234-5678", "JP") ?? noFilter))).toBe(
      "q[profile_phone_local_number_eq]=9012345678",
    );
    expect(decoded(customersQuery(exactPhone("(415) 555-2671", "US") ?? noFilter))).toBe(
      "q[profile_phone_local_number_eq]=4155552671&q[profile_phone_country_eq]=US",
    );
    expect(exactPhone("-", "JP")).toBeNull();
  });
});

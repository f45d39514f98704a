import { describe, expect, it } from "vitest";
import { codeOf, reservationsAddress, searchKindsOf } from "./search-kind";

describe("the quick search", () => {
  it("distinguishes names, numbers and addresses", () => {
    expect(searchKindsOf("木村")).toEqual(["name"]);
    expect(searchKindsOf("hanako@seki.test")).toEqual(["email"]);
    for (const text of ["090-1234", "０９０１２", "０９０ー１１１１ー５５５５", "090−1111", "(090)11", "+81 90-1111"])
      expect(searchKindsOf(text)).toEqual(["tel", "number_part"]);
    for (const text of ["0901", "０１０２", "01-02"]) expect(searchKindsOf(text)).toEqual(["number_part"]);
    for (const text of ["090", "  "]) expect(searchKindsOf(text)).toEqual([]);
  });

  it("recognises reservation codes in any notation", () => {
    expect(codeOf(" k7mq2xpa ")).toBe("K7MQ2XPA");
    expect(codeOf("Ｋ７ＭＱ２ＸＰＡ")).toBe("K7MQ2XPA");
    for (const text of ["K7MQ2XP", "木村木村木村木村", "K7MQ 2XP", ""]) expect(codeOf(text)).toBeNull();
  });

  it("links to the reservations with the text", () => {
    expect(decodeURIComponent(reservationsAddress(" 木村 "))).toBe(
      "/owners/reservations?q[customer_name_or_phone_local_number_or_invitation_email_cont_all]=木村",
    );
  });
});

import { describe, expect, it } from "vitest";
import { isTyping, reservationsAddress, wayOf } from "./ways";

describe("the quick search", () => {
  it("tells names, numbers and addresses apart", () => {
    expect(wayOf("木村")).toBe("name");
    expect(wayOf("hanako@seki.test")).toBe("email");
    expect(wayOf("090-1234")).toBe("tel");
    expect(wayOf("０９０１２")).toBe("tel");
    expect(wayOf("0901")).toBeNull();
    expect(wayOf("  ")).toBeNull();
  });

  it("leads to the reservations that have the text", () => {
    expect(decodeURIComponent(reservationsAddress(" 木村 "))).toBe(
      "/owners/reservations?q[customer_name_or_phone_local_number_or_invitation_email_cont_all]=木村",
    );
  });

  it("leaves the key to whoever is writing", () => {
    expect(isTyping(document.createElement("input"))).toBe(true);
    expect(isTyping(document.createElement("button"))).toBe(false);
    expect(isTyping(null)).toBe(false);
  });
});

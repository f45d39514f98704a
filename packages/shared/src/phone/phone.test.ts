import { describe, expect, it } from "vitest";
import { digitsOf, hasFlag, matchesPhonePattern, shownNumber, storedNumber } from "./phone";

const PATTERN = "^0?[0-9]{8,15}$";

describe("a phone number", () => {
  it("takes full-width digits and drops the rest", () => {
    expect(digitsOf("０９０-１２３４ ５６７８")).toBe("09012345678");
  });

  it("is stored without the zero Japan shows", () => {
    expect(storedNumber("09012345678", "JP")).toBe("9012345678");
    expect(shownNumber("9012345678", "JP")).toBe("09012345678");
    expect(storedNumber("0612345678", "NL")).toBe("0612345678");
  });

  it("may be called with 8 to 15 digits", () => {
    expect(matchesPhonePattern("1234567", PATTERN)).toBe(false);
    expect(matchesPhonePattern("12345678", PATTERN)).toBe(true);
    expect(matchesPhonePattern("0123456789012345", PATTERN)).toBe(true);
    expect(matchesPhonePattern("12345678901234567", PATTERN)).toBe(false);
  });

  it("has no flag for ten territories", () => {
    expect(hasFlag("GG")).toBe(false);
    expect(hasFlag("JP")).toBe(true);
  });
});

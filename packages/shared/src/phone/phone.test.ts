import { describe, expect, it } from "vitest";
import { digitsOf, hasFlag, matchesPhonePattern, phoneText, shownNumber, storedNumber, withHyphens } from "./phone";

/** The server's `PATTERN` in `domain/src/phone/number.rs`, which is tested with the same cases. */
const PATTERN = "^0?[1-9][0-9]{7,14}$";

describe("a phone number", () => {
  it("accepts full-width digits and drops all other characters", () => {
    expect(digitsOf("０９０-１２３４ ５６７８")).toBe("09012345678");
  });

  it("is stored without the leading zero of the Japanese notation", () => {
    expect(storedNumber("09012345678", "JP")).toBe("9012345678");
    expect(shownNumber("9012345678", "JP")).toBe("09012345678");
    expect(shownNumber("+999 1", "JP")).toBe("+999 1");
    expect(storedNumber("0612345678", "NL")).toBe("0612345678");
  });

  it.each([
    ["09012345678", "090-1234-5678"],
    ["07012345678", "070-1234-5678"],
    ["05012345678", "050-1234-5678"],
    ["0120123456", "0120-123-456"],
    ["0570123456", "0570-123-456"],
    ["08001234567", "0800-123-4567"],
    ["0312345678", "03-1234-5678"],
    ["0612345678", "06-1234-5678"],
    ["0751234567", "0751234567"],
    ["090-1234-5678", "090-1234-5678"],
    ["+1 4155552671", "+1 4155552671"],
    ["090123", "090123"],
    ["", ""],
  ])("%s is read as %s", (shown, read) => {
    expect(withHyphens(shown)).toBe(read);
  });

  it.each([
    ["+819027182818", "090-2718-2818"],
    ["09027182818", "090-2718-2818"],
    ["+81751234567", "0751234567"],
    ["+14155550132", "+1 4155550132"],
    ["+1 4155550132", "+1 4155550132"],
    ["+442079460018", "+44 2079460018"],
    ["+35312345678", "+353 12345678"],
    ["+85212345678", "+852 12345678"],
    ["taro@seki.test", "taro@seki.test"],
    ["", ""],
  ])("%s has the one form %s", (number, text) => {
    expect(phoneText(number)).toBe(text);
  });

  it("may have 8 to 15 digits", () => {
    for (const good of ["12345678", "012345678", "123456789012345", "0123456789012345"]) {
      expect(matchesPhonePattern(good, PATTERN)).toBe(true);
    }
    for (const bad of ["", "0", "1234567", "01234567", "0012345678", "1234567890123456", "01234567890123456"]) {
      expect(matchesPhonePattern(bad, PATTERN)).toBe(false);
    }
  });

  // F210
  it("has no flag for ten territories", () => {
    const territories = ["AQ", "BQ", "CW", "IM", "BL", "GG", "JE", "MF", "SX", "SS"];
    expect(territories.filter(hasFlag)).toEqual([]);
    expect(hasFlag("JP")).toBe(true);
  });
});

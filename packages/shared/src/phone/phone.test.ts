import { describe, expect, it } from "vitest";
import {
  digitsOf,
  hasFlag,
  matchesPhonePattern,
  nationalDigitsOf,
  shownNumber,
  storedNumber,
  withHyphens,
} from "./phone";

/** The server's `PATTERN` in `domain/src/phone/number.rs`, which is tested with the same cases. */
const PATTERN = "^0?[1-9][0-9]{7,14}$";

describe("a phone number", () => {
  it("accepts full-width digits and drops all other characters", () => {
    expect(digitsOf("０９０-１２３４ ５６７８")).toBe("09012345678");
  });

  it.each([
    ["+81 90-1234-5678", "81", "9012345678"],
    ["＋８１ (0)90 1234 5678", "81", "09012345678"],
    ["+1 (415) 555-2671", "1", "4155552671"],
    ["81901234567", "81", "81901234567"],
    ["+44 20 7946 0958", "81", "442079460958"],
    ["+81", "", "81"],
  ])("%s in the country +%s has the national digits %s", (text, dialCode, digits) => {
    expect(nationalDigitsOf(text, dialCode)).toBe(digits);
  });

  it("is stored without the leading zero of the Japanese notation", () => {
    expect(storedNumber("09012345678", "JP")).toBe("9012345678");
    expect(shownNumber("9012345678", "JP")).toBe("09012345678");
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

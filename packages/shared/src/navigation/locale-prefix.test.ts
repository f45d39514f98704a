import { describe, expect, it } from "vitest";
import { addressInLocale, localePrefixOf, withoutLocalePrefix } from "./locale-prefix";

describe("the locale in an address", () => {
  it("is a whole first segment", () => {
    expect(localePrefixOf("/ja/r/x")).toBe("/ja");
    expect(localePrefixOf("/en")).toBe("/en");
    expect(localePrefixOf("/jam/r")).toBe("");
    expect(withoutLocalePrefix("/ja")).toBe("/");
  });

  it("is swapped if the address has one, and set as a query otherwise", () => {
    expect(addressInLocale(new URL("http://x//evil.example/"), "en"), "the host is unchanged").toMatch(/^http:\/\/x\//);
    expect(withoutLocalePrefix("/en//evil.example"), "no other host").toBe("/evil.example");
    expect(addressInLocale(new URL("http://x/ja/r/a?date=2026-12-01"), "en")).toBe("http://x/en/r/a?date=2026-12-01");
    expect(addressInLocale(new URL("http://x/r/a?date=2026-12-01"), "en")).toBe(
      "http://x/r/a?date=2026-12-01&locale=en",
    );
  });
});

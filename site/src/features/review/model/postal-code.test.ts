import { describe, expect, it } from "vitest";
import { digitsOf, filledFrom, without } from "./postal-code";

describe("a postcode", () => {
  it("has seven digits, in any notation", () => {
    expect(digitsOf("１０３ー００１３")).toBe("1030013");
    expect(digitsOf("103-0013")).toBe("1030013");
    for (const typed of ["", "103", "12-34567", "10300134"]) expect(digitsOf(typed)).toBeNull();
  });

  it("fills in the matching fields", () => {
    expect(filledFrom(["東京都", "中央区", "日本橋人形町"], { address2: "" })).toEqual({
      prefecture: "東京都",
      address1: "中央区日本橋人形町",
      address2: "",
    });
    expect(filledFrom(["京都府", "京都市中京区", "三条通烏丸西入御倉町"], { address2: "" })).toEqual({
      prefecture: "京都府",
      address1: "京都市中京区",
      address2: "三条通烏丸西入御倉町",
    });
    expect(filledFrom(["京都府", "京都市中京区", "三条通烏丸西入御倉町"], { address2: "85-1" }).address2).toBe("85-1");
  });

  it("leaves fields unchanged that the diner has focused", () => {
    const filled = { prefecture: "東京都", address1: "中央区日本橋人形町", address2: "" };
    expect(without(filled, new Set(["address1"]))).toEqual({ prefecture: "東京都", address2: "" });
    expect(without(filled, new Set())).toEqual(filled);
  });
});

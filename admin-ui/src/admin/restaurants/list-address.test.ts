import { describe, expect, it } from "vitest";
import { isNarrowed, listTypeOf, searchOf, searchQuery } from "./list-address";

describe("the address of the list", () => {
  it("names a list, by default the first one", () => {
    expect(listTypeOf(new URLSearchParams("type=oea_past_ec"))).toBe("oea_past_ec");
    expect(listTypeOf(new URLSearchParams("type=other"))).toBe("osa_future_normal");
  });

  it("has a keyword for each word, and no parameter for a blank field", () => {
    const search = searchOf(new URLSearchParams("name=鮨　かぐら&cuisine=3"));
    expect(new URLSearchParams(searchQuery(search)).getAll("search_keywords[]")).toEqual(["鮨", "かぐら"]);
    expect(searchQuery({ name: " ", area: "7", cuisine: "" })).toBe("area=7");
  });

  it("is filtered by any of the three", () => {
    expect(isNarrowed({ name: " ", area: "", cuisine: "" })).toBe(false);
    expect(isNarrowed({ name: "", area: "", cuisine: "1" })).toBe(true);
  });
});

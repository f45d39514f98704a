import { describe, expect, it } from "vitest";
import { isNarrowed, listTypeOf, ownAddress, searchQuery } from "./list-address";

const ownOf = (address: string) => ownAddress(new URLSearchParams(address));

describe("the address of the list", () => {
  it("becomes one of react-admin's if a link names a list or a search", () => {
    const filter = JSON.stringify({ type: "oea_past_ec", name: "鮨" });
    expect(ownOf("type=oea_past_ec&name=鮨&area=&locale=en")).toBe(
      new URLSearchParams({ locale: "en", filter }).toString(),
    );
    expect(ownOf("filter={}&page=2")).toBeNull();
  });

  it("names a list, by default the first one", () => {
    expect(listTypeOf({ type: "oea_past_ec" })).toBe("oea_past_ec");
    expect(listTypeOf({ type: "other" })).toBe("osa_future_normal");
  });

  it("has a keyword for each word, and no parameter for a blank field", () => {
    const search = { name: "鮨　かぐら", cuisine: 3 };
    expect(new URLSearchParams(searchQuery(search)).getAll("search_keywords[]")).toEqual(["鮨", "かぐら"]);
    expect(searchQuery({ name: " ", area: "7", cuisine: "" })).toBe("area=7");
  });

  it("is filtered by any of the three", () => {
    expect(isNarrowed({ name: " ", area: "", cuisine: "" })).toBe(false);
    expect(isNarrowed({ name: "", area: "", cuisine: "1" })).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { moved } from "./order";

describe("the order of pictures", () => {
  it("changes by one place, and not beyond the ends", () => {
    expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b"], 5, 1)).toEqual(["a", "b"]);
  });
});

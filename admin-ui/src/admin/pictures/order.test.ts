import { describe, expect, it } from "vitest";
import { inOrderOf, moved, reconciled } from "./order";

interface Filed {
  file: string;
  text: string;
}

describe("the order of pictures", () => {
  it("changes by one place, and not beyond the ends", () => {
    expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b"], 5, 1)).toEqual(["a", "b"]);
  });

  it("keeps an edited order over the stored pictures", () => {
    const [a, b, c, d] = ["a", "b", "c", "d"].map((file) => ({ file, text: file })) as [Filed, Filed, Filed, Filed];
    expect(reconciled([c, a, b], [a, c, d])).toEqual([c, a, d]);
    const edited = { file: "a", text: "edited" };
    expect(inOrderOf([c, edited], [a, c])).toEqual([edited, c]);
  });
});

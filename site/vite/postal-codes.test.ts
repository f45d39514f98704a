import { describe, expect, it } from "vitest";
import { postalChunks } from "./postal-codes";

describe("the postcodes", () => {
  const chunks = postalChunks();

  it("have one place each, in files of which each is small", () => {
    expect(chunks.size).toBeGreaterThan(900);
    expect(chunks.get("103")?.["0013"]).toEqual(["東京都", "中央区", "日本橋人形町"]);
    expect(chunks.get("604")?.["8166"]?.slice(0, 2)).toEqual(["京都府", "京都市中京区"]);
    const sizes = [...chunks.values()].map((chunk) => new TextEncoder().encode(JSON.stringify(chunk)).length);
    expect(Math.max(...sizes)).toBeLessThan(60_000);
    expect([...chunks.values()].reduce((sum, chunk) => sum + Object.keys(chunk).length, 0)).toBeGreaterThan(110_000);
  });
});

import { expect, it } from "vitest";
import { placeLine } from "./place-line";

it("names the prefecture, the area and the cuisine, and no area twice", () => {
  const kyoto = { prefecture_i18n: "京都府", area: "京都", cuisine_text: "懐石" };
  expect(placeLine(kyoto, "ja")).toBe("京都府・懐石");
  expect(placeLine({ ...kyoto, area: "祇園" }, "ja")).toBe("京都府・祇園・懐石");
  expect(placeLine({ prefecture_i18n: "Kyoto", area: "Gion", cuisine_text: "Kaiseki" }, "en")).toBe(
    "Kyoto, Gion, Kaiseki",
  );
});

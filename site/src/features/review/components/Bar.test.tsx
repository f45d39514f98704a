import { expect, it, vi } from "vitest";
import { renderSite } from "@/testing/render-site";

it("publishes the height of the review's bar, above which messages and focused elements stay", async () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(136);
  await renderSite("/r/sushi-kagura/reservations/rsv_new/review");
  expect(document.documentElement.style.getPropertyValue("--bar")).toBe("136px");
});

import { expect, it, vi } from "vitest";
import { renderSite } from "@/testing/render-site";

it("messages are above the bar of the review, however many lines it has", async () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(136);
  await renderSite("/r/sushi-kagura/reservations/rsv_new/review");
  expect(document.documentElement.style.getPropertyValue("--bar")).toBe("136px");
});

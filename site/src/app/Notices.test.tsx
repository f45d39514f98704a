import { expect, it, vi } from "vitest";
import { renderSite } from "@/testing/render-site";

it.each(["/r/sushi-kagura", "/r/sushi-kagura/reservations/rsv_new/review"])(
  "messages are above the bar at the foot of %s, whatever its height",
  async (address) => {
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(136);
    await renderSite(address);
    expect(document.documentElement.style.getPropertyValue("--bar")).toBe("136px");
  },
);

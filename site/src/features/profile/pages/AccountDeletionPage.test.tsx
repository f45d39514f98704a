import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import * as api from "@/api";
import { aSession } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

it("links each obstacle to the page that shows it", async () => {
  const session = aSession();
  const menu = [...session.menu, { key: "premium" as const, to: "/users/premium" }];
  vi.spyOn(api, "useSession").mockReturnValue({ ...session, menu });
  const kinds = ["bookings", "holds", "invitations", "fees", "subscriptions", "raffles"] as const;
  const obstacles = kinds.map((kind) => ({ kind, text: `text of ${kind}` }));
  await renderSite("/users/profile/deletion", { pages: { account_deletion: { obstacles } } });
  const targets = kinds.map((kind) => {
    const row = within(screen.getByText(new RegExp(`text of ${kind}`)));
    return row.getByRole("link").getAttribute("href");
  });
  expect(targets).toEqual([
    "/users/upcoming_reservations",
    "/users/upcoming_reservations",
    "/users/invited_reservations",
    "/users/profile/payment_histories",
    "/users/premium",
    "/raffle",
  ]);
  vi.restoreAllMocks();
});

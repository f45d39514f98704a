import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { startTranslation } from "@/i18n/setup";
import { aConfig, aSession, aUser } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";
import { PremiumButton } from "./PremiumButton";
import TeaserDialog from "./TeaserDialog";
import type { TeaserSource } from "./TeaserDialog";

const TITLES = {
  advanced_search: "日付と人数で、空いているお店だけを探す",
  vacant_seat_label: "一覧に空席を表示",
  premium_calendar: "予約開始日がひと目でわかるカレンダー",
  priority_email: "空席のお知らせを、より早く",
} satisfies Record<TeaserSource, string>;
const SOURCES = Object.entries(TITLES) as [TeaserSource, string][];

function Teaser({ source }: { source: TeaserSource }) {
  const [open, setOpen] = useState(true);
  return <TeaserDialog source={source} open={open} onClose={() => setOpen(false)} />;
}

async function show(element: React.ReactElement, user: ReturnType<typeof aUser> | null = aUser(), config = aConfig()) {
  await startTranslation("ja");
  vi.spyOn(api, "useSession").mockReturnValue(aSession(user));
  vi.spyOn(api, "useSiteConfig").mockReturnValue(config);
  const send = vi.spyOn(api, "send").mockResolvedValue({ status: 201 } as never);
  const router = createMemoryRouter(
    [
      { path: "/somewhere", element },
      { path: "*", element: <p>another page</p> },
    ],
    { initialEntries: ["/somewhere?page=2"] },
  );
  render(<RouterProvider router={router} />);
  return { send, address: () => router.state.location.pathname + router.state.location.search };
}

describe("the premium teaser", () => {
  // F098
  it.each(SOURCES)(
    "%s: names the benefits of premium, records the interest, and links to the plan",
    async (source, title) => {
      const user = userEvent.setup();
      const { send, address } = await show(<Teaser source={source} />);
      const dialog = screen.getByRole("dialog", { name: title });
      expect(dialog).toHaveTextContent("プレミアム会員の方がご利用いただけます。");
      const more = within(dialog).getByRole("link", { name: "プレミアム会員について" });
      expect(more).toHaveAttribute("href", `/premium/green?position=teasermodal&type=${source}`);
      expect(send).not.toHaveBeenCalled();
      await user.click(more);
      const body = { teaser_users: { source } };
      expect(send).toHaveBeenCalledExactlyOnceWith("POST", "/users/api/teaser_users", { body });
      expect(address()).toBe(`/premium/green?position=teasermodal&type=${source}`);
    },
  );

  it("records no interest if it is closed, and has no link without a plan", async () => {
    const user = userEvent.setup();
    const config = aConfig();
    const { send } = await show(<Teaser source="priority_email" />, aUser(), {
      ...config,
      links: { ...config.links, premium: null },
    });
    const dialog = screen.getByRole("dialog");
    expect(within(dialog).queryByRole("link")).toBeNull();
    await user.click(within(dialog).getAllByRole("button", { name: "閉じる" })[0]!);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(send).not.toHaveBeenCalled();
  });
});

describe("the button of a premium feature", () => {
  it.each(SOURCES)("%s: shows a diner the teaser", async (source, title) => {
    const user = userEvent.setup();
    await show(<PremiumButton source={source} to="/users/premium" label="開く" />);
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(screen.getByRole("button", { name: "開く" }));
    expect(screen.getByRole("dialog", { name: title })).toBeVisible();
  });

  it("leads a visitor to sign-in, and back", async () => {
    await show(<PremiumButton source="premium_calendar" to="/users/premium" label="開く" />, null);
    const back = encodeURIComponent("/somewhere?page=2");
    expect(screen.getByRole("link")).toHaveAttribute("href", `/users/sign_in?after_sign_in_url=${back}`);
  });

  it("links a subscriber to the feature, and is hidden without a target", async () => {
    const subscriber = aUser({ is_premium: true });
    const buttons = (
      <>
        <PremiumButton source="premium_calendar" to="/users/premium" label="開く" />
        <PremiumButton source="vacant_seat_label" to={null} label="空席" />
      </>
    );
    await show(buttons, subscriber);
    expect(screen.getByRole("link")).toHaveAttribute("href", "/users/premium");
    expect(screen.queryByText("空席")).toBeNull();
  });
});

describe("priority email", () => {
  it("has the same teaser after a favourite was added", async () => {
    const user = userEvent.setup();
    const { calls } = await renderSite("/r/sushi-kagura");
    await user.click(screen.getByRole("button", { name: "お気に入りに追加" }));
    await user.click((await screen.findAllByRole("button", { name: "閉じる" })).at(-1)!);
    const teaser = await screen.findByRole("dialog", { name: TITLES.priority_email });
    await user.click(within(teaser).getByRole("link", { name: "プレミアム会員について" }));
    expect(calls.find(({ path }) => path === "/users/api/teaser_users")?.body).toEqual({
      teaser_users: { source: "priority_email" },
    });
  });

  it("has no teaser for a subscriber", async () => {
    const user = userEvent.setup();
    await renderSite("/r/sushi-kagura", { visitor: "kenji" });
    await user.click(screen.getByRole("button", { name: "お気に入りに追加" }));
    await user.click((await screen.findAllByRole("button", { name: "閉じる" })).at(-1)!);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

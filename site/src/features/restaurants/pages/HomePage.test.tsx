import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

const VACANCIES = "/users/api/vacancies";
const lists = { [VACANCIES]: { "sushi-kagura": ["2026-12-01", "2026-12-02", "2026-12-05", "2026-12-06"] } };
const openSearch = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole("button", { name: "詳細検索を開く" }));
  return await screen.findByRole("dialog", { name: "詳細検索" });
};

describe("free seats in the list", () => {
  // F097
  it("are shown to a subscriber, at most three days", async () => {
    const { calls } = await renderSite("/", { visitor: "kenji", lists });
    const label = await screen.findByText(/^空席あり: /);
    expect(label).toHaveTextContent("空席あり: 12月1日、12月2日、12月5日");
    const asked = calls.filter(({ path }) => path === VACANCIES);
    expect(asked.map(({ query }) => query.get("slugs"))).toEqual([
      "sushi-kagura,kaiseki-hanaikada,yakitori-tomoshibi,obento-hako,tempura-soon",
    ]);
    expect(screen.queryByRole("button", { name: "空席を表示する" })).toBeNull();
  });

  it("are offered to a diner without premium, and not requested", async () => {
    const user = userEvent.setup();
    const { calls } = await renderSite("/", { lists });
    await user.click(screen.getByRole("button", { name: "空席を表示する" }));
    expect(await screen.findByRole("dialog", { name: "一覧に空席を表示" })).toBeVisible();
    expect(screen.queryByText(/^空席あり: /)).toBeNull();
    expect(calls.some(({ path }) => path === VACANCIES)).toBe(false);
  });

  it("lead a visitor to sign-in", async () => {
    await renderSite("/", { visitor: "guest" });
    const link = screen.getByRole("link", { name: "空席を表示する" });
    expect(link).toHaveAttribute("href", "/users/sign_in?after_sign_in_url=%2F");
  });
});

describe("the search on the home page", () => {
  it("asks for restaurants that have all chosen facilities, and shows the choice", async () => {
    const user = userEvent.setup();
    await renderSite("/");
    const form = screen.getByRole("form", { name: "お店を探す" });
    await user.click(within(form).getByText("設備・サービス", { selector: "summary" }));
    await user.click(within(form).getByLabelText("駐車場あり"));
    await user.click(within(form).getByRole("button", { name: "検索" }));
    expect(await screen.findByRole("heading", { level: 2, name: "検索結果" })).toBeVisible();
    const chosen = within(screen.getByRole("form", { name: "お店を探す" })).getAllByRole("checkbox", { checked: true });
    expect(chosen.map((box) => (box as HTMLInputElement).value)).toEqual(["parking"]);
  });
});

describe("an old address of the home page", () => {
  it("shows what was not applied, and the results of the other conditions", async () => {
    await renderSite("/?facilities[]=sauna&cuisine=1");
    expect(screen.getByText(/適用していません/)).toBeVisible();
    expect(screen.getByRole("heading", { level: 3, name: "鮨かぐら" })).toBeVisible();
  });

  it("leads from a page beyond the last to the first", async () => {
    await renderSite("/?cuisine=1&page=9");
    expect(screen.getByRole("heading", { level: 2, name: "このページには結果がありません" })).toBeVisible();
    expect(screen.queryByText("該当するお店がありません")).toBeNull();
    expect(screen.getByRole("link", { name: "最初のページに戻る" })).toHaveAttribute("href", "/?cuisine=1");
    expect(screen.queryByText(/適用していません/)).toBeNull();
  });
});

describe("the advanced search on the home page", () => {
  // F096
  it("is disabled for a diner without premium, and explains how to get it", async () => {
    const user = userEvent.setup();
    const { calls } = await renderSite("/");
    const dialog = await openSearch(user);
    const controls = [...dialog.querySelectorAll<HTMLElement>("form input, form select, form button")];
    expect(controls.length).toBeGreaterThan(12);
    for (const control of controls) expect(control).toBeDisabled();
    const before = calls.length;
    dialog.querySelector("form")?.requestSubmit();
    expect(calls).toHaveLength(before);
    expect(dialog).toBeVisible();

    await user.click(within(dialog).getByRole("button", { name: "プレミアム会員について" }));
    const teaser = await screen.findByRole("dialog", { name: "日付と人数で、空いているお店だけを探す" });
    expect(within(teaser).getByRole("link", { name: "プレミアム会員について" })).toHaveAttribute(
      "href",
      "/premium/green?position=teasermodal&type=advanced_search",
    );
  });

  it("is shown to a visitor, who signs in first", async () => {
    const user = userEvent.setup();
    await renderSite("/", { visitor: "guest" });
    const dialog = await openSearch(user);
    expect(within(dialog).getByLabelText("キーワード")).toBeDisabled();
    const link = within(dialog).getByRole("link", { name: "ログインして利用する" });
    expect(link).toHaveAttribute("href", "/users/sign_in?after_sign_in_url=%2F");
  });

  it("leads a subscriber to its results", async () => {
    const user = userEvent.setup();
    const { calls } = await renderSite("/", { visitor: "kenji" });
    const dialog = await openSearch(user);
    expect(within(dialog).queryByText("プレミアム会員の方がご利用いただけます。")).toBeNull();
    await user.type(within(dialog).getByLabelText("キーワード"), "鮨");
    await user.click(within(dialog).getByRole("button", { name: "空いているお店を探す" }));
    expect(await screen.findByRole("heading", { level: 1, name: "詳細検索" })).toBeVisible();
    await waitFor(() => expect(calls.at(-1)?.path).toBe("/users/premium/restaurants"));
    expect(calls.at(-1)?.query.get("keyword")).toBe("鮨");
  });

  it("closes, and can be reopened", async () => {
    const user = userEvent.setup();
    await renderSite("/");
    const dialog = await openSearch(user);
    await user.click(within(dialog).getByRole("button", { name: "閉じる" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await openSearch(user)).toBeVisible();
  });
});

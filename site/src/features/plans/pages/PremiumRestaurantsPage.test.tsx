import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { renderSite } from "@/testing/render-site";

const ADDRESS = "/users/premium/restaurants";
const conditions = () => screen.getByText("条件を変える").closest("details");

describe("the advanced search", () => {
  it("starts with its form", async () => {
    await renderSite(ADDRESS);
    expect(conditions()).toHaveAttribute("open");
  });

  it("shows the results first, and their conditions", async () => {
    await renderSite(`${ADDRESS}?guests_count=3&keyword=鮨`);
    expect(conditions()).not.toHaveAttribute("open");
    expect(screen.getByText(/ \/ 3名 \/ 鮨$/)).toBeVisible();
    expect(screen.getByRole("heading", { level: 3, name: "鮨かぐら" })).toBeVisible();
  });

  it("shows that unknown values were not applied", async () => {
    await renderSite(`${ADDRESS}?facilities[]=sauna`);
    expect(screen.getByText(/適用していません/)).toBeVisible();
    expect(screen.getByRole("heading", { level: 3, name: "鮨かぐら" })).toBeVisible();
  });

  it("leads from a page beyond the last to the first", async () => {
    await renderSite(`${ADDRESS}?keyword=sushi&page=9`);
    expect(screen.getByRole("heading", { level: 2, name: "このページには結果がありません" })).toBeVisible();
    expect(screen.getByRole("link", { name: "最初のページに戻る" })).toHaveAttribute(
      "href",
      `${ADDRESS}?keyword=sushi`,
    );
  });

  it("shows the faults of a rejected address next to its fields", async () => {
    const user = userEvent.setup();
    const { calls } = await renderSite(`${ADDRESS}?price_min=20000&price_max=1000&keyword=鮨`);
    expect(conditions()).toHaveAttribute("open");
    const most = screen.getByLabelText("予算（上限）");
    expect(most).toHaveAccessibleDescription("下限より低い金額です。高くするか、空欄にしてください。");
    expect(screen.getByLabelText("キーワード")).toHaveValue("鮨");
    expect(screen.getByText(/この条件では検索できません/)).toBeVisible();
    expect(screen.queryByRole("heading", { level: 3 })).not.toBeInTheDocument();
    const submit = screen.getByRole("button", { name: "空いているお店を探す" });
    expect(submit).toBeDisabled();
    await user.clear(most);
    await user.type(most, "30000");
    await user.click(submit);
    expect(await screen.findByRole("heading", { level: 3, name: "鮨かぐら" })).toBeVisible();
    expect(calls.at(-1)?.query.get("price_max")).toBe("30000");
  });
});

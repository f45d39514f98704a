import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { anEntry } from "@/testing/builders";
import { renderSite } from "@/testing/render-site";

it("describes a draw in terms that are true for every reader of the proof", async () => {
  await renderSite("/raffle/rounds/drawn");
  expect(screen.getByText("抽選は終了しました。")).toBeVisible();
  expect(screen.queryByText(/当選されません/)).not.toBeInTheDocument();
});

it("names the restaurant, and the last minute of the entry period", async () => {
  await renderSite("/raffle/rounds/drawn");
  expect(screen.getByRole("link", { name: "鮨かぐら" })).toHaveAttribute("href", "/r/sushi-kagura");
  expect(screen.getByText("2026年12月07日（月） 23:59")).toBeVisible();
});

it.each([
  ["/raffle/rounds/drawn", "ja", "2026年12月07日（月） 23:59"],
  ["/raffle/rounds/drawn", "en", "Mon, 7 December 2026 23:59"],
  ["/r/sushi-kagura", "ja", "〜 2026年12月07日（月） 23:59"],
  ["/r/sushi-kagura", "en", "– Mon, 7 December 2026 23:59"],
] as const)("shows the close on %s in one form (%s)", async (address, locale, close) => {
  await renderSite(address, { locale });
  expect(await screen.findByText((text) => text.endsWith(close))).toBeVisible();
});

it("fills in the diner's own receipts", async () => {
  await renderSite("/raffle/rounds/drawn");
  expect(screen.getByRole("textbox", { name: "応募の控えの値" })).toHaveValue(anEntry().chain_head);
  expect(screen.getByText("ご自身の応募の控えを入れてあります。")).toBeVisible();
});

it("shows the number of winners who were drawn in addition", async () => {
  await renderSite("/raffle/rounds/drawn", { pages: { raffle_round: { replacements: 1 } } });
  expect(screen.getByText("追加の当選").nextElementSibling).toHaveTextContent("1名");
});

it.each([
  ["ja", "計算で確かめる手順", "応募の数だけ、順に繰り返す", "抽選"],
  ["en", "How to check a draw yourself", "once for each entry, in their order", "The draw"],
] as const)("explains the draw to a stranger, with the raffle's own numbers (%s)", async (locale, open, each, draw) => {
  const user = userEvent.setup();
  await renderSite("/raffle/rounds/drawn", { visitor: "guest", locale });
  expect(screen.queryByText(/sha256sum/)).toBeNull();
  await user.click(screen.getByText(open));
  expect(await screen.findByRole("heading", { level: 3, name: draw })).toBeVisible();
  const codes = [...document.querySelectorAll("pre")].map((code) => code.textContent).join("\n");
  expect(codes).toContain("printf '%s' \"round:2:35000000:1796655600\" | sha256sum");
  expect(codes).toContain(`# ${each}`);
  expect(codes).toContain("1692803367 + (35000000 - 1) * 3");
  expect(codes).toContain("/public/35000000");
  expect(codes).toContain('=COUNTIF(C:C,"<="&G1)+1');
  expect(codes).toContain(
    `seki raffle verify ${window.location.origin}/raffle/rounds/round/proof.json --seen CHAIN_HEAD`,
  );
});

it("explains the check without a raffle, too", async () => {
  const user = userEvent.setup();
  await renderSite("/raffle", { visitor: "guest" });
  await user.click(screen.getByText("計算で確かめる手順"));
  expect(await screen.findByText(/UID:WINNERS_COUNT:BEACON_ROUND:CLOSES_AT/)).toBeVisible();
});

import { checkAccessibility } from "../../support/axe";
import { Diner } from "../../support/diner";
import { expect, test } from "../../support/test";

const SLUG = "sushi-kagura";
const DAY = 86_400;

interface RestaurantData {
  raffle: { uid: string; registerable_till: string; prrList: { effective_at: string }[] };
}

/** F086, F087, F089, F090, F091, F092: from the entry over the draw and its check to the winner's booking. */
test("a diner takes part in a raffle, checks the draw and books before everybody", async ({
  page,
  guest,
  fresh,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const diner = await fresh();
  const { raffle } = await guest.page<RestaurantData>(`/r/${SLUG}`);

  await page.goto(`/r/${SLUG}`);
  await page.getByRole("button", { name: "抽選に応募する" }).click();
  await expect(page, "a visitor signs in first").toHaveURL(/\/users\/sign_in/);
  await diner.enter(page.context());
  await page.goto(`/r/${SLUG}`);
  await page.getByRole("button", { name: "抽選に応募する" }).click();
  const dialog = page.getByRole("dialog", { name: "抽選" });
  await expect(dialog.getByRole("link", { name: "抽選とは" })).toHaveAttribute("href", /\/raffle$/);
  await expect(dialog.getByRole("link", { name: "応募口数を増やすには" })).toHaveAttribute(
    "href",
    /\/raffle\/bulk_entry$/,
  );
  const frame = dialog.frameLocator("iframe");
  await frame.getByLabel("苦手な食材はありますか。").fill("貝");
  await frame.getByRole("button", { name: "回答を送る" }).click();
  await expect(frame.getByText("ご回答ありがとうございました。")).toBeVisible();
  await dialog.getByRole("button", { name: "応募する", exact: true }).click();
  const special = page.getByRole("dialog", { name: "お気に入りに追加しました" });
  await expect(special.getByText("応募を受け付けました。")).toBeVisible();
  await expect(special.getByText("応募の控え（1口）")).toBeVisible();
  // F091: closed, it loads the page anew, whose favourite is the restaurant now.
  await page.evaluate(() => document.body.setAttribute("data-before-reload", ""));
  const reloaded = page.waitForEvent("load");
  await special.getByRole("button", { name: "閉じる" }).last().click();
  await reloaded;
  await expect(page.locator("body")).not.toHaveAttribute("data-before-reload");
  await expect(page.getByRole("button", { name: "お気に入り登録済み", pressed: true })).toBeVisible();

  await page.getByRole("button", { name: "応募状況を見る・もう一度応募する" }).click();
  await expect(dialog.getByRole("button", { name: "応募済み" })).toBeDisabled();
  await expect(dialog.getByRole("timer")).toHaveText(/次の応募まで (24時間00分00秒|23時間59分\d\d秒)/);
  await dialog.getByText("応募の控え（1口）").click();
  const head = await dialog.locator("code").innerText();
  await checkAccessibility(page);

  const till = Date.parse(raffle.registerable_till);
  const now = async () => Date.parse(((await (await guest.get("/dev/clock")).json()) as { now: string }).now);
  await guest.post("/dev/clock", { advance_seconds: Math.ceil((till - (await now())) / 1000) + 120 });
  const progress = async () => (await guest.page<{ progress: string }>(`/raffle/rounds/${raffle.uid}`)).progress;
  await expect.poll(progress, { message: "the worker draws", timeout: 30_000 }).toBe("drawn");

  const winner = await Diner.signedIn(baseURL ?? "", diner.email);
  await winner.enter(page.context());
  await page.goto(`/r/${SLUG}`);
  await expect(page.getByRole("link", { name: "抽選の結果を検証する" })).toBeVisible();
  await page.goto("/raffle");
  await page.getByRole("link", { name: "応募した抽選と結果を見る" }).click();
  await expect(page.getByText("当選しました。")).toBeVisible();
  await expect(page.getByText("優先予約の受付開始までお待ちください。")).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("link", { name: "抽選の結果を検証する" }).click();
  await expect(
    page.getByText("抽選は終了しました。", { exact: true }),
    "the proof is the same for everybody",
  ).toBeVisible();
  await page.getByLabel("応募の控えの値").fill(head);
  await page.getByRole("button", { name: "検証する" }).click();
  await expect(page.getByText("すべて一致しました。")).toBeVisible();
  await checkAccessibility(page);
  await page.getByLabel("応募の控えの値").fill(head.replace(/^./, (digit) => (digit === "0" ? "1" : "0")));
  await page.getByRole("button", { name: "検証する" }).click();
  await expect(page.getByText("控えの値が、公開された一覧にありません。")).toBeVisible();

  const opens = Date.parse(raffle.prrList[0]?.effective_at ?? "");
  await guest.post("/dev/clock", { advance_seconds: Math.ceil((opens - (await now())) / 1000) + 60 });
  const back = await Diner.signedIn(baseURL ?? "", diner.email);
  await back.enter(page.context());
  await page.goto("/users/preferred");
  await page.getByRole("link", { name: "優先予約へ進む" }).click();
  await expect(page).toHaveURL(/raffle_round_registration_id=\d+/);
  await expect(page.getByRole("grid")).toHaveAttribute("aria-busy", "false");
  expect(await now(), "the clock has moved past the raffle").toBeGreaterThan(till + DAY * 1000);
  const { calendar } = await back.page<{ calendar: { reservable_till: string; rrp_reservable_till: string } }>(
    new URL(page.url()).pathname + new URL(page.url()).search,
  );
  expect(calendar.reservable_till > calendar.rrp_reservable_till).toBe(true);
});

import { checkAccessibility } from "../../support/axe";
import { Staff, openDay, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const SUSHI = "sushi-kagura";
const NAME = "空席 待子";

test("a waiting party is shown free seats, books by phone, and is removed and restored", async ({
  page,
  baseURL,
  freeDay,
}) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await tomorrowOf(staff, SUSHI);
  const grid = await openDay(page, await freeDay(SUSHI, "empty"), SUSHI);
  await page.getByRole("button", { name: "空席待ちに追加" }).click();
  const dialog = page.getByRole("dialog", { name: "空席待ちに追加" });
  await dialog.getByRole("combobox", { name: "お客様を検索" }).fill(NAME);
  await dialog.getByRole("combobox", { name: "お客様を検索" }).press("Enter");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await dialog.getByLabel("人数").fill("0");
  await dialog.getByRole("button", { name: "空席待ちに登録する" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("人数").fill("3");
  await dialog.getByLabel("開始（早くて）").selectOption("19:00");
  await dialog.getByLabel("開始（遅くて）").selectOption("20:00");
  await dialog.getByLabel("予約メモ（お客様には表示されません）").fill("窓側なら何時でも");
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "空席待ちに登録する" }).click();

  const list = page.getByRole("region", { name: "空席待ち" });
  const party = list.getByRole("listitem").filter({ hasText: NAME });
  await expect(party).toContainText("19:00 カウンター C1・C2・C3が空いています");
  await expect(party).toContainText("窓側なら何時でも");
  await expect(party.getByRole("button", { name: "席を確保して案内を送る" }), "no address is known").toHaveCount(0);
  await party.getByRole("button", { name: `${NAME}：空席待ちから外す` }).click();
  await expect(party).toHaveCount(0);
  await page.getByRole("button", { name: "元に戻す" }).click();
  await expect(party).toBeVisible();
  await checkAccessibility(page);

  await party.getByRole("button", { name: "電話で予約にする" }).click();
  const giving = page.getByRole("dialog", { name: "電話で予約にする" });
  await expect(giving).toContainText("カウンター C1・C2・C3");
  await expect(giving).toContainText("19:00–");
  await giving.getByRole("button", { name: "電話で予約にする" }).click();
  await expect(giving.getByRole("alert"), "no course is chosen unasked").toBeVisible();
  const courses = giving.getByRole("combobox", { name: "コース" });
  const course = (await courses.getByRole("option").last().getAttribute("value")) ?? "";
  await courses.selectOption(course);
  await checkAccessibility(page);
  await giving.getByRole("button", { name: "電話で予約にする" }).click();
  await expect(party).toContainText("予約済み 19:00");
  await expect(grid.getByRole("button", { name: new RegExp(`店頭予約 ${NAME}`) })).toBeVisible();
  await grid.getByRole("button", { name: new RegExp(`店頭予約 ${NAME}`) }).click();
  const chosen = page.getByRole("complementary").getByRole("combobox", { name: "コース" });
  await expect(chosen, "the course that was chosen").toHaveValue(course);
  await page.getByRole("complementary").getByRole("button", { name: "閉じる" }).click();
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
  await staff.close();
});

test("staff decide whether a party removed from the list keeps its offer", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  await staff.enter(page.context());
  await tomorrowOf(staff, SUSHI);
  const date = await freeDay(SUSHI, "empty");
  const guest = await staff.write<{ uid: string }>("POST", "/owners/api/customers", {
    customer: { type: "InvitedCustomer", nickname: "案内 待子", invitation_email: "machiko@example.jp" },
  });
  const entry = { customer_uid: guest.uid, date, starts_from: "19:00", starts_till: "20:00", guests_count: 2 };
  await staff.write("POST", "/owners/api/waiting_list", entry);
  const grid = await openDay(page, date, SUSHI);
  const party = page.getByRole("region", { name: "空席待ち" }).getByRole("listitem").filter({ hasText: "案内 待子" });
  await party.getByRole("button", { name: "席を確保して案内を送る" }).click();
  const giving = page.getByRole("dialog", { name: "席を確保して案内を送る" });
  await expect(giving).toContainText("カウンター C1・C2");
  const courses = giving.getByRole("combobox", { name: "コース" });
  await expect(courses, "the usual course unless staff choose one").toHaveValue("");
  await courses.selectOption({ index: 2 });
  await checkAccessibility(page);
  await giving.getByRole("button", { name: "席を確保して案内を送る" }).click();
  await expect(party).toContainText("案内中 19:00");
  const held = grid.getByRole("button", { name: /案内 待子/ });
  await expect(held).toBeVisible();

  await party.getByRole("button", { name: /空席待ちから外す$/ }).click();
  const question = page.getByRole("alertdialog", { name: "空席待ちから外す" });
  await expect(question).toContainText("席は確保されています");
  await checkAccessibility(page);
  await question.getByRole("button", { name: "案内を取り下げて外す" }).click();
  await expect(party).toHaveCount(0);
  await expect(held, "its seats are free again").toHaveCount(0);
  await staff.close();
});

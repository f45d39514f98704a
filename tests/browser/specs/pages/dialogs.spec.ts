import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { accountOf, signInAsAdmin } from "../../support/admin";
import { ADMIN_MASTERS } from "../../support/admin-pages";
import { settled } from "../../support/album";
import { checkAccessibility } from "../../support/axe";
import { withLongestTexts } from "../../support/longest";
import { PASSWORD } from "../../support/diner";
import { staffPages } from "../../support/pages";
import { inRareStates } from "../../support/rare";
import { fits, sidewaysBy, WIDTHS } from "../../support/sideways";
import { openDay, Staff, tomorrowOf } from "../../support/staff";
import { expect, test } from "../../support/test";

const softly = expect.configure({ soft: true });

const SLUG = "sushi-kagura";
const at = (section: string) => `/admin/r/${SLUG}/${section}`;

/** The dialog, or question, on top. */
function openDialog(page: Page): Locator {
  return page.locator("[role=dialog], [role=alertdialog]").filter({ visible: true }).last();
}

/** An open dialog fits the screen at every width, and none of its texts overflows it. */
async function measureDialog(page: Page, name: string, widths = WIDTHS): Promise<void> {
  const dialog = openDialog(page);
  await expect(dialog).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    const sticksOut = () =>
      dialog.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const wide = [element, ...element.querySelectorAll("*")].filter((part) => {
          // The hidden box of a switch is wider than the switch.
          if (part.closest(".MuiSwitch-root")) return false;
          const isScrolled = getComputedStyle(part).overflowX === "visible" && part.scrollWidth > part.clientWidth + 1;
          return part.clientWidth > 0 && isScrolled && getComputedStyle(part).display !== "inline";
        });
        const outside = left < -1 || right > window.innerWidth + 1 ? [`${left}–${right} of ${window.innerWidth}`] : [];
        return [...outside, ...wide.slice(0, 3).map((part) => part.outerHTML.slice(0, 160))];
      });
    await softly.poll(sticksOut, { message: `${name} at ${width}` }).toEqual([]);
  }
}

/** Invites a new guest to a counter seat of a day. */
async function invite(page: Page, date: string): Promise<void> {
  await openDay(page, date, SLUG);
  await page.getByRole("gridcell", { name: "C8 12:00" }).click({ position: { x: 40, y: 45 } });
  await page.getByRole("button", { name: "店頭予約・招待" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox", { name: "お客様を検索" })).toBeFocused();
  await page.keyboard.type(`invited-${Date.now().toString(36)}@example.test`);
  await expect(dialog.getByRole("option", { name: /新しいお客様として登録/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("お名前").fill("高橋");
  await dialog.getByRole("button", { name: "登録して進む" }).click();
  await dialog.getByRole("button", { name: "予約内容へ進む" }).click();
  await dialog.getByRole("button", { name: "招待を送る" }).last().click();
  await expect(page.getByText("招待を送信しました。")).toBeVisible();
}

test("the dialogs of the console hold the longest texts", async ({ page, baseURL, freeDay }) => {
  const staff = await Staff.signedIn(baseURL ?? "");
  const stops = await staffPages(staff, SLUG);
  const date = await tomorrowOf(staff, SLUG);
  const invited = await freeDay(SLUG, "empty");
  await staff.enter(page.context());
  await staff.close();
  await invite(page, invited);
  await withLongestTexts(page.context());
  const pathOf = (name: string) => stops.find((stop) => stop.name === name)?.path ?? "";
  const open = async (path: string, button: RegExp | string) => {
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.goto(path);
    await page.getByRole("button", { name: button }).filter({ visible: true }).first().click();
  };
  await test.step("a customer", async () => {
    await open(pathOf("owner-customer"), "編集");
    await measureDialog(page, "a customer");
  });
  await test.step("merging customers", async () => {
    await open(pathOf("owner-customer"), "ほかのお客様と関連付ける");
    await measureDialog(page, "merging customers");
  });
  await test.step("a search of customers", async () => {
    await open("/owners/customers", /検索/);
    await measureDialog(page, "a search of customers");
  });
  await test.step("a new slot", async () => {
    await page.setViewportSize({ width: 1440, height: 844 });
    const grid = await openDay(page, await freeDay(SLUG, "empty"), SLUG);
    await grid.getByRole("gridcell", { name: /18:00/ }).first().click();
    await page.getByRole("button", { name: "Web予約枠を作成" }).click();
    await measureDialog(page, "a new slot");
  });
  await test.step("a slot to be changed", async () => {
    await page.setViewportSize({ width: 1440, height: 844 });
    const grid = await openDay(page, await freeDay(SLUG), SLUG);
    await grid
      .getByRole("button", { name: /Web予約枠/ })
      .first()
      .click();
    await measureDialog(page, "a slot to be changed");
  });
  for (const [name, day, block, word] of [
    ["a booking", date, /Web予約(?!枠)/, "予約番号"],
    ["an invitation", invited, /高橋/, "招待"],
  ] as const) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1440, height: 844 });
      const grid = await openDay(page, day, SLUG);
      await grid.getByRole("button", { name: block }).first().click();
      await expect(page.getByRole("complementary").getByText(word).first()).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        await settled(page);
        await softly.poll(() => sidewaysBy(page), { message: `${name} at ${width}` }).toEqual([]);
      }
    });
  }
});

/** The buttons that open the admins' dialogs, as each language names them. */
const OPENERS = {
  ja: {
    add: /^追加する$/,
    edit: /を編集する$/,
    remove: /を削除する$/,
    invite: /^スタッフを招待$/,
    raffle: /^抽選を追加$/,
    change: /を変更する$/,
    kinds: ["日付を指定", "定期的に公開"],
    parts: [/の人数を設定$/, /の時間を設定$/, /のコースを設定$/, /の曜日を設定$/, /^枠を補充$/, /^削除$/],
    start: /^5日後$/,
    questions: {
      user: [/^ロックを解除する$/, /^すべてログアウトさせる$/, /^2段階認証を解除する$/],
      pictures: [/^写真1を削除する$/],
      jobs: [/^失敗した\d+件をすべて再実行$/, /を破棄$/],
      raffles: [/からの抽選を削除$/],
      raffle: [/^抽選する/, /を当選にする$/],
      staff: [/への招待を取り消す$/, /さんを削除$/],
    },
    security: {
      proofs: [/^リカバリーコードを再発行する$/, /^認証アプリを解除する$/, /^パスキーを登録する$/],
      rename: /の名前を変更する$/,
      leave: "キャンセル",
      change: "別の認証アプリに変更する",
      password: "現在のパスワード",
      next: "続ける",
    },
  },
  en: {
    add: /^Add$/,
    edit: /^Edit /,
    remove: /^Remove /,
    invite: /^Invite staff$/,
    raffle: /^Add a raffle$/,
    change: /^Change /,
    kinds: ["Custom", "Periodic"],
    parts: [/^Set guests of/i, /^Set times of/i, /^Set courses of/i, /^Set weekdays of/i, /^Refill slots$/, /^Delete$/],
    start: /^In 5 days$/,
    questions: {
      user: [/^Unlock$/, /^Sign out everywhere$/, /^Reset two-factor authentication$/],
      pictures: [/^Remove picture 1$/],
      jobs: [/^Retry all \d+ dead jobs$/, /^Discard 01J/],
      raffles: [/^Remove the raffle from/],
      raffle: [/^Draw \d+ winner/, /^Make .* a winner$/],
      staff: [/^Withdraw the invitation of/, /^Remove /],
    },
    security: {
      proofs: [/^Create new recovery codes$/, /^Remove the authenticator app$/, /^Add a passkey$/],
      rename: /^Rename /,
      leave: "Cancel",
      change: "Change to another authenticator app",
      password: "Current password",
      next: "Continue",
    },
  },
};

/** Opens the dialogs of the admins' pages in a language, and measures each. */
function dialogsOf(page: Page, lang: keyof typeof OPENERS) {
  const open = (path: string) => page.goto(`/${lang}${path}`);
  const inspect = async (name: RegExp, widths = WIDTHS) => {
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.getByRole("button", { name }).first().click();
    await measureNamed(name, widths);
  };
  const measureNamed = async (name: RegExp | string, widths = WIDTHS) => {
    await measureDialog(page, `${page.url()} ${String(name)}`, widths);
    // Both languages are made alike.
    if (lang === "en") await checkAccessibility(page, "[role=dialog], [role=alertdialog]");
  };
  const leave = async () => {
    await page.keyboard.press("Escape");
    await expect(openDialog(page)).toBeHidden();
  };
  return { open, inspect, leave, measureNamed };
}

for (const lang of ["ja", "en"] as const) {
  test(`the dialogs of the admins hold the longest texts (${lang})`, async ({ page }) => {
    test.slow();
    await signInAsAdmin(page);
    await withLongestTexts(page.context());
    const words = OPENERS[lang];
    const { open, inspect, leave } = dialogsOf(page, lang);
    for (const path of ADMIN_MASTERS) {
      await open(path);
      // All of them are one dialog with other fields, which are widest on a phone.
      await inspect(words.add, [390]);
    }
    await open(at("masters/courses"));
    for (const name of [words.edit, words.remove]) {
      await inspect(name);
      await leave();
    }
    await open(at("staff"));
    await inspect(words.invite);
    await open(at("raffle_rounds"));
    await inspect(words.raffle);
    await open("/admin/restaurants/sushi-kagura");
    await inspect(words.start);
    await open(at("restaurant_dengerous_settings"));
    await inspect(words.change);
    await open(at("reservation_round_plans"));
    await inspect(words.change);
    for (const kind of words.kinds) {
      await openDialog(page).getByRole("radio", { name: kind }).check();
      await measureDialog(page, kind);
    }
    await open(at("online_stock_refillment_templates"));
    for (const part of words.parts) {
      await inspect(part);
      await leave();
    }
  });

  test(`the questions of the admins hold the longest texts (${lang})`, async ({ page }) => {
    test.slow();
    await signInAsAdmin(page);
    const { user, raffle } = await subjects(page.request);
    await withLongestTexts(page.context(), inRareStates);
    const { questions, security } = OPENERS[lang];
    const { open, inspect, leave, measureNamed } = dialogsOf(page, lang);
    for (const [path, names] of [
      [`/admin/users/${user}`, questions.user],
      [at("pictures"), questions.pictures],
      ["/admin/jobs?state=dead", questions.jobs],
      [at("raffle_rounds"), questions.raffles],
      [at(`raffle_rounds/${raffle}`), questions.raffle],
      [at("staff"), questions.staff],
    ] as const) {
      await open(path);
      await fits(page, `${lang}${path}`);
      for (const name of names) {
        await inspect(name);
        await leave();
      }
    }
    await page.getByRole("main").getByRole("combobox").first().selectOption("floor");
    await measureNamed("rights");
    await leave();
    await test.step("the security pane", () => checkSecurity(page, `/${lang}/admin/security_settings`, security));
  });
}

/** A user and a raffle of the demo that have dialogs with questions. */
async function subjects(api: APIRequestContext): Promise<{ user: string; raffle: string }> {
  const headers = { Accept: "application/json" };
  const uidOf = async (path: string, list: string) => {
    const answer = (await (await api.get(path, { headers })).json()) as { data: Record<string, { uid: string }[]> };
    return answer.data[list]?.[0]?.uid ?? "";
  };
  return {
    user: await accountOf(api, "hanako@"),
    raffle: await uidOf(at("raffle_rounds"), "raffle_rounds"),
  };
}

/** The questions of the security pane are part of the page. */
async function checkSecurity(page: Page, path: string, words: (typeof OPENERS)["ja"]["security"]): Promise<void> {
  await page.goto(path);
  const leave = () => page.getByRole("button", { name: words.leave }).click();
  await fits(page, "the security pane");
  for (const name of [...words.proofs, words.rename]) {
    await page.getByRole("button", { name }).first().click();
    await fits(page, String(name), { keep: true });
    await checkAccessibility(page);
    await leave();
  }
  await page.getByRole("button", { name: words.change }).click();
  await page.getByLabel(words.password).first().fill(PASSWORD);
  await page.getByRole("button", { name: words.next }).click();
  await expect(page.getByRole("img", { name: /QR/ })).toBeVisible();
  await fits(page, words.change, { keep: true });
  await checkAccessibility(page);
  await leave();
}

import type { Page } from "@playwright/test";
import { checkAccessibility } from "../../support/axe";
import { unusedContact } from "../../support/diner";
import type { Diner } from "../../support/diner";
import { openSlot } from "../../support/slots";
import { agreeToTerms } from "../../support/steps";
import { expect, test } from "../../support/test";
import { WAYS } from "../../support/ways";
import { words as general } from "../../support/words";
import { words } from "./words";

async function atApple(page: Page, email: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Stand-in of Apple" })).toBeVisible();
  await page.getByLabel("Apple ID").fill(email);
  await page.getByLabel("Last name").fill("林");
  await page.getByLabel("First name").fill("檎");
  await page.getByRole("button", { name: "Continue" }).click();
}

async function verifyPhone(page: Page, guest: Diner, localNumber: string, w: (typeof general)["ja"]): Promise<void> {
  await page.getByLabel(w.phone, { exact: true }).fill(`0${localNumber}`);
  await page.getByRole("button", { name: w.verify }).click();
  await expect(page.getByText(w.waiting)).toBeVisible();
  await guest.call(`+81${localNumber}`);
  await expect(page.getByText(w.verified)).toBeVisible();
}

/** Reads the code that is mailed to an account without a password, and types it. */
async function typeMailedCode(page: Page, guest: Diner, email: string, a: (typeof words)["ja"]): Promise<void> {
  const code = /^\s*(\d{4})\s*$/m;
  const earlier = await guest.messages(code, email);
  await expect(page.getByLabel(a.currentPassword)).toHaveCount(0);
  await page.getByRole("button", { name: a.mailProofCode }).click();
  await expect.poll(async () => (await guest.messages(code, email)).length).toBe(earlier.length + 1);
  const { text } = await guest.message(code, email);
  await page.getByLabel(a.mailedCode).fill(code.exec(text)?.[1] ?? "");
}

/** F025: from Apple's page to the form, and from then on straight in. */
for (const { lang, width, height } of WAYS) {
  const [a, w] = [words[lang], general[lang]];

  test.describe(`${lang}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test("a diner signs up and in with Apple, and changes the number by Apple and the address by a code", async ({
      page,
      guest,
    }) => {
      const { email, localNumber } = unusedContact();
      await page.goto(`/${lang}/users/sign_up`);
      await page.getByRole("button", { name: a.appleSignUp }).click();
      const question = page.getByRole("alertdialog");
      await expect(question).toBeVisible();
      await checkAccessibility(page);
      await question.getByRole("button", { name: a.appleContinue }).click();
      await atApple(page, email);
      await expect(page).toHaveURL(/\/users\/sign_up\?.*provider=apple/);
      await expect(page.getByText(a.appleIdentity)).toBeVisible();
      await expect(page.getByLabel(w.nameLast, { exact: true })).toHaveValue("林");
      await expect(page.getByLabel(w.email)).toHaveValue(email);
      await verifyPhone(page, guest, localNumber, w);
      await page.getByLabel(w.prefecture).selectOption(w.tokyo);
      await agreeToTerms(page, w);
      await checkAccessibility(page);
      await page.getByRole("button", { name: w.register, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: w.pickTitle })).toBeVisible();

      await page.context().clearCookies();
      await page.goto(`/${lang}/users/sign_in`);
      await page.getByRole("button", { name: a.appleSignIn }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: a.appleContinue }).click();
      await atApple(page, email);
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Stand-in of Apple");
      await expect(page).toHaveURL(/:\d+\/(ja\/|en\/)?$/);
      await page.goto(`/${lang}/users/profile`);
      await expect(page.getByText(email, { exact: true })).toBeVisible();

      // The address is unconfirmed, so a new number requires another sign-in with Apple.
      await page.goto(`/${lang}/users/profile/account?tab=tel`);
      await checkAccessibility(page);
      await page.getByRole("button", { name: a.appleProof }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: a.appleContinue }).click();
      await atApple(page, email);
      await expect(page).toHaveURL(/account\?tab=tel$/);
      await verifyPhone(page, guest, unusedContact().localNumber, w);
      await page.getByRole("button", { name: a.changePhone }).click();
      await expect(page.getByText(a.phoneChanged)).toBeVisible();
      await guest.message(a.phoneChangedMail, email);
      // A confirmed address receives a code instead.
      const { text } = await guest.message(/confirmation_token=/, email);
      await page.goto(text.match(/https?:\/\/\S+confirmation_token=\S+/)?.[0] ?? "");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const next = unusedContact();
      await page.goto(`/${lang}/users/profile/account/email/edit`);
      await page.getByLabel(a.newEmail).fill(next.email);
      await page.getByRole("button", { name: a.sendLink }).click();
      await expect(page.getByLabel(a.mailedCode)).toHaveAttribute("aria-invalid", "true");
      await page.getByLabel(a.mailedCode).fill("000");
      await page.getByRole("button", { name: a.sendLink }).click();
      await expect(page.getByLabel(a.mailedCode)).toHaveAttribute("aria-invalid", "true");
      await checkAccessibility(page);
      await typeMailedCode(page, guest, email, a);
      await page.getByRole("button", { name: a.sendLink }).click();
      await expect(page.getByText(a.pending)).toBeVisible();
      await guest.message(/confirmation_token=/, next.email);
    });

    test("the account is deleted after its data is exported", async ({ page, fresh }) => {
      const diner = await fresh({ locale: lang });
      await diner.enter(page.context());
      await page.goto(`/${lang}/users/profile/deletion`);
      await checkAccessibility(page);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: a.export }).click(),
      ]);
      expect(file.suggestedFilename()).toBe("seki-account.json");
      await page.getByLabel(a.currentPassword).fill("Wrong-2026");
      await page.getByRole("button", { name: a.delete, exact: true }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: a.delete }).click();
      await expect(page.getByLabel(a.currentPassword)).toHaveAttribute("aria-invalid", "true");
      await page.getByLabel(a.currentPassword).fill("Seki-2026");
      await page.getByRole("button", { name: a.delete, exact: true }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: a.delete }).click();
      await expect(page.getByText(a.deleted)).toBeVisible();
      await diner.message(a.deletedMail);
      const again = await diner.tried("/users/sign_in", { user: { email: diner.email, password: "Seki-2026" } }, "");
      expect(again.status()).not.toBe(200);
    });

    test("an account in use shows what must end before its deletion", async ({ page, fresh, freeDay }) => {
      const diner = await fresh({ locale: lang });
      await openSlot(diner, "kaiseki-hanaikada", await freeDay("kaiseki-hanaikada"));
      await diner.enter(page.context());
      await page.goto(`/${lang}/users/profile/deletion`);
      await expect(page.getByText(a.inUse)).toBeVisible();
      await expect(page.getByRole("button", { name: a.delete, exact: true })).toHaveCount(0);
      await checkAccessibility(page);
    });
  });
}

import type { APIRequestContext, Page } from "@playwright/test";
import { signInAsAdmin } from "../../support/admin";
import { withAnswers } from "../../support/answers";
import { checkAccessibility } from "../../support/axe";
import { Staff } from "../../support/staff";
import { expect, test } from "../../support/test";
import { isAtMostWide } from "../../support/width";

const SLUG = "sushi-kagura";

const WORDS = {
  ja: {
    sending: "配信中 120 / 400名",
    stop: "配信を停止する",
    askStop: "残り280名には送信しません。送信済みの120名のメールは取り消せません。",
    stopping: "停止しています。121 / 400名に送信済み",
    stopped: "配信を停止しました。121 / 400名に送信済み",
    resume: "配信を再開する",
    askResume: "まだ受け取っていない279名だけに送信します。",
    draw: "抽選する（2名）",
    agree: "抽選する",
    drew: "抽選の結果、2名が当選しました。",
    drawn: "抽選済み",
    proof: "抽選の公開ページ（検証用）",
  },
  en: {
    sending: "Sending. 120 of 400 emails were sent",
    stop: "Stop sending",
    askStop: "The 280 emails that are left are not sent. The 120 that were sent cannot be taken back.",
    stopping: "Stopping. 121 of 400 emails were sent",
    stopped: "Stopped. 121 of 400 emails were sent",
    resume: "Resume sending",
    askResume: "It is sent to the 279 customers who have not received it.",
    draw: "Draw 2 winners",
    agree: "Draw",
    drew: "2 diners have won.",
    drawn: "Drawn",
    proof: "Public page of the draw (for checking)",
  },
};

/** Replaces a part of a page's data; other pages stay as they are. */
const changed = (name: string, part: (data: Record<string, object>) => object) => (answer: unknown) => {
  const { page, data } = answer as { page?: string; data?: Record<string, object> };
  return page === name && data !== undefined ? { ...(answer as object), data: { ...data, ...part(data) } } : answer;
};

async function draftOf(baseURL: string): Promise<number> {
  const staff = await Staff.signedIn(baseURL);
  await staff.write("POST", "/owners/announcements", { announcement: { subject_type: "event", body: "試飲会" } });
  const { announcements } = await staff.page<{ announcements: { id: number }[] }>("/owners/announcements");
  await staff.close();
  return announcements[0]?.id ?? 0;
}

async function raffleOf(api: APIRequestContext): Promise<string> {
  const answer = await api.get(`/admin/r/${SLUG}/raffle_rounds`, { headers: { Accept: "application/json" } });
  const { data } = (await answer.json()) as { data: { raffle_rounds: { uid: string }[] } };
  return data.raffle_rounds[0]?.uid ?? "";
}

/** Confirms the open question, which has this text. */
async function agree(page: Page, text: string | RegExp, button: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(text);
  await checkAccessibility(page, "[role=alertdialog]");
  await question.getByRole("button", { name: button, exact: true }).click();
}

// The demo sends its few mails, and draws its raffles, faster than a person can click: the server's state is made up here, and
// tests/it verifies the calls.
for (const lang of ["ja", "en"] as const) {
  const words = WORDS[lang];

  test(`an announcement that is being sent is stopped and resumed (${lang})`, async ({ page, baseURL }) => {
    const id = await draftOf(baseURL ?? "");
    await signInAsAdmin(page);
    let status = "sending";
    let progress = { recipients: 400, sent: 120, left: 280, stopped: 0, failed: 0, skipped: 0 };
    await withAnswers(
      page.context(),
      changed("admin_announcement_release", ({ announcement }) => ({
        announcement: { ...announcement, status },
        progress,
      })),
    );
    const calls: string[] = [];
    await page.route(/\/admin\/announcements\/\d+\/(stop|resume)$/, async (route) => {
      const call = new URL(route.request().url()).pathname.split("/").pop() ?? "";
      calls.push(call);
      status = call === "stop" ? "stopping" : "sending";
      progress = { ...progress, sent: 121, left: 279 };
      await route.fulfill({ json: { message: call } });
    });

    await page.goto(`/${lang}/admin/announcements/${id}/release`);
    await expect(page.getByRole("status").filter({ hasText: words.sending })).toBeVisible();
    await checkAccessibility(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await isAtMostWide(page, 390);
    await page.getByRole("button", { name: words.stop }).click();
    await agree(page, words.askStop, words.stop);
    await expect(page.getByText(words.stopping)).toBeVisible();
    await expect(page.getByRole("button", { name: words.stop })).toHaveCount(0);

    [status, progress] = ["stopped", { ...progress, left: 0, stopped: 279 }];
    await expect(page.getByText(words.stopped), "the page reads it again").toBeVisible();
    await checkAccessibility(page);
    await page.getByRole("button", { name: words.resume }).click();
    await agree(page, words.askResume, words.resume);
    await expect(page.getByRole("button", { name: words.stop })).toBeVisible();
    expect(calls).toEqual(["stop", "resume"]);
  });

  test(`an overdue raffle is drawn by an admin (${lang})`, async ({ page }) => {
    await signInAsAdmin(page);
    const uid = await raffleOf(page.request);
    let state: object = { stage: "closed", is_due: true, drawn_at: null };
    await withAnswers(
      page.context(),
      changed("admin_raffle_round", ({ raffle_round }) => ({
        raffle_round: { ...raffle_round, winners_count: 2, beacon_round: 34_567_890, ...state },
        is_published: true,
      })),
    );
    await page.route(/\/raffle_rounds\/[^/]+\/draw$/, async (route) => {
      state = { stage: "closed", is_due: false, drawn_at: "2026-12-08T10:02:00+09:00", winners: 2 };
      await route.fulfill({ status: 201, json: { status: 201, winners: 2 } });
    });

    await page.goto(`/${lang}/admin/r/${SLUG}/raffle_rounds/${uid}`);
    await checkAccessibility(page);
    await page.getByRole("button", { name: words.draw }).click();
    await agree(page, /./, words.agree);
    await expect(page.getByText(words.drew)).toBeVisible();
    await expect(page.getByText(words.drawn, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: words.draw })).toHaveCount(0);
    await expect(page.getByText("34567890")).toBeVisible();
    await expect(page.getByRole("link", { name: words.proof })).toHaveAttribute("href", `/raffle/rounds/${uid}`);
    await isAtMostWide(page, 1440);
  });
}

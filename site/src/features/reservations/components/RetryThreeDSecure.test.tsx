import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { aReservation } from "@/testing/builders";
import { renderSite, stubScripts } from "@/testing/render-site";

const ADDRESS = "/users/upcoming_reservations";
const CALL = "/r/sushi-kagura/reservations/rsv_2/retry_3ds";
const RETRY = "本人認証をやり直す";

beforeEach(() => stubScripts(() => Promise.resolve({})));

//
it("shows why a retry was rejected, and then reloads the page", async () => {
  const user = userEvent.setup();
  const message = "この予約のお支払いは済んでいます。";
  const { reload } = await renderSite(ADDRESS, {
    answers: { [`POST ${CALL}`]: [{ status: 422, body: { status: 422, code: "not_payable", message } }] },
  });
  await user.click(screen.getByRole("button", { name: RETRY }));
  const alert = await screen.findByRole("alertdialog", { name: message });
  expect(reload).not.toHaveBeenCalled();
  await user.click(within(alert).getByRole("button", { name: "OK" }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it("keeps the page without an answer of the server", async () => {
  const user = userEvent.setup();
  const { reload } = await renderSite(ADDRESS);
  const connected = window.fetch;
  vi.stubGlobal("fetch", (target: string, init?: RequestInit) =>
    target.endsWith(CALL) ? Promise.reject(new TypeError("Failed to fetch")) : connected(target, init),
  );
  await user.click(screen.getByRole("button", { name: RETRY }));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: RETRY })).toBeEnabled();
});

it("names the total, each payment and the deadline", async () => {
  await renderSite("/users/reservations/rsv_1", {
    pages: { reservation: { reservation: withIncrease(), charges: [] } },
  });
  expect(screen.getByText("合計 24,390円のお支払いが済んでいません。")).toBeVisible();
  expect(screen.getByText("予約手数料", { selector: "dt" }).nextElementSibling).toHaveTextContent("390円");
  expect(screen.getByText("コース代金（前払）", { selector: "dt" }).nextElementSibling).toHaveTextContent("24,000円");
  expect(screen.getByText(/6時までに/)).toBeVisible();
});

it("reads the rest again if the bank has authenticated only a part", async () => {
  const user = userEvent.setup();
  const outcomes = [{ paymentIntent: { id: "pi_1", status: "succeeded" } }, { error: { message: "refused" } }];
  stubScripts(() => Promise.resolve(outcomes.shift() ?? {}));
  const call = "/r/sushi-kagura/reservations/rsv_1";
  const result = `${call}/confirm_with_three_d_secure_result`;
  const { calls } = await renderSite("/users/reservations/rsv_1", {
    pages: { reservation: { reservation: withIncrease() } },
    answers: {
      [`POST ${call}/retry_3ds`]: [
        {
          status: 200,
          body: {
            redirect_to: "/users/reservations/rsv_1",
            requires_action: true,
            payment_intents: [intent("pi_1"), intent("pi_2")],
            payment_method: "pm_1",
          },
        },
      ],
      [`POST ${result}`]: [{ status: 422, body: { status: 422, code: "payment_failed", message: "お支払い" } }],
    },
  });
  await user.click(screen.getByRole("button", { name: "支払う" }));
  await waitFor(() =>
    expect(calls.filter(({ method, path }) => method === "GET" && path.endsWith("rsv_1"))).not.toEqual([]),
  );
  const sent = calls.find(({ path }) => path === result);
  expect(sent?.body).toMatchObject({ result: "failed", confirm_payment_intent_ids: ["pi_1"] });
  expect(screen.getByRole("alert")).toHaveTextContent("本人認証");
});

function intent(id: string) {
  return { id, client_secret: `${id}_secret`, status: "requires_action" };
}

function withIncrease() {
  return aReservation({
    guests_count: 3,
    needs_3ds: true,
    open_payment: {
      label: "合計",
      amount: 24_390,
      items: [
        { label: "予約手数料", amount: 390 },
        { label: "コース代金（前払）", amount: 24_000 },
      ],
      reason: "カード会社による本人認証（3Dセキュア）が必要です。",
      deadline: "2026年12月20日 6時までにお支払いください。",
      needs_card: false,
    },
  });
}

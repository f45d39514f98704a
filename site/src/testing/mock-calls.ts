import { addDays, daysInMonth, firstDayOf } from "@seki/shared/civil-time";
import { aCourse, aGroup, aMonth } from "./builders";
import type { MockWorld } from "./mock-world";

/** Another browser is verifying this number, too. */
export const CONTESTED_NUMBER = "9099990000";
/** Another account has this number. */
export const TAKEN_NUMBER = "9099990001";

export interface MockAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface MockRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

const ok = (body: unknown, status = 200): MockAnswer => ({ status, body });
const problem = (status: number, message: string, more: object = {}): MockAnswer => ({
  status,
  body: { status, title: message, message, errors: [message], ...more },
});

let polls = 0;

/** Deterministic: every fifth day is full, every seventh has no slots. */
function monthAvailability(month: string, world: MockWorld) {
  const days = Array.from({ length: daysInMonth(month) }, (_, index) => addDays(firstDayOf(month), index));
  const open = days.filter((date) => date > world.today && Number(date.slice(8)) % 7 !== 0);
  const available = open.filter((date) => Number(date.slice(8)) % 5 !== 0);
  return aMonth(available, { dates: open });
}

function dayAvailability(slug: string) {
  if (slug === "obento-hako") {
    return {
      status: 200,
      grouped_online_stock_groups: {
        takeaway: [
          aGroup({
            id: 41,
            operation: "takeaway",
            display_title: "旬の折詰 午前お届け",
            time_options: [{ id: 410, start_time: "10:00", guests_count_option_values: [1, 2, 3, 4] }],
            courses: [aCourse({ id: 42, title: "旬の九品折詰", price: 3800, custom_unit: "1個", is_prepaid: true })],
            inventory_group: { title: "配送枠", custom_guests_count_label: "個数" },
          }),
        ],
      },
    };
  }
  return {
    status: 200,
    grouped_online_stock_groups: {
      lunch: [
        aGroup({
          id: 21,
          operation: "lunch",
          display_title: "カウンター 昼の部",
          time_options: [{ id: 210, start_time: "12:00", guests_count_option_values: [1, 2, 3, 4] }],
          courses: [aCourse({ id: 22, title: "昼のおまかせ", price: 12000, is_prepaid: false })],
        }),
      ],
      dinner: [
        aGroup({
          id: 31,
          courses: [aCourse({ id: 32, daily_remaining: 3 }), aCourse({ id: 33, title: "酒肴と握り", price: 18000 })],
        }),
        aGroup({
          id: 34,
          display_title: "個室「月」 17:30〜",
          guests_count_option_values: [2, 3, 4],
          inventory_group: { title: "個室", custom_guests_count_label: null },
        }),
      ],
    },
  };
}

export function mockCall({ method, path, query, body }: MockRequest, world: MockWorld): MockAnswer | null {
  const call = `${method} ${path}`;
  const bySlug = /^\/users\/api\/availability\/dates\/([^/]+)$/.exec(path)?.[1];
  if (bySlug) return ok(dayAvailability(bySlug));
  if (/^GET \/users\/api\/(takeaway_stores|guide_restaurants)$/.test(call)) return ok(world.lists[path] ?? []);
  if (call === "GET /users/api/vacancies") return ok({ vacancies: world.lists[path] ?? {} });
  if (/^GET \/phone_verifications\/.+\/status$/.test(call)) {
    polls += 1;
    return ok({ status: polls >= 3 ? "confirmed" : "sent", remaining_seconds: 180 - polls * 3, is_contested: false });
  }
  if (/^POST \/sms_confirmations\/.+\/confirm$/.test(call)) {
    return body.code === "1234" ? ok({ uuid: "sms-1", status: "confirmed" }) : problem(400, "認証コードが違います。");
  }
  // The server's message for an invalid search, which the form would not send.
  if (
    call === "GET /users/premium/restaurants" &&
    Number(query.get("price_min")) > (Number(query.get("price_max")) || 9e9)
  ) {
    return problem(422, "入力内容が正しくありません。", { fields: { price_max: "形式が正しくありません。" } });
  }
  if (/^POST \/users\/api\/raffle_rounds\/.+\/entries$/.test(call)) {
    return problem(422, "次の応募は、前回の応募から24時間後に可能です。");
  }
  const reservation = /^\/users\/api\/reservations\/(.+)$/.exec(path)?.[1];
  if (method === "DELETE" && reservation) {
    world.cancelled.add(reservation);
    return { status: 204, body: null };
  }
  if (/^POST \/r\/.+\/confirm\.json$/.test(call)) {
    return ok({
      requires_action: true,
      payment_intents: [
        { id: "pi_1", client_secret: "pi_1_secret", status: "requires_action" },
        { id: "pi_2", client_secret: "pi_2_secret", status: "requires_action" },
      ],
      payment_method: "pm_1",
      redirect_to: "/users/upcoming_reservations",
    });
  }
  if (/^POST \/r\/.+\/confirm_with_three_d_secure_result$/.test(call)) {
    return ok({ redirect_to: "/users/reservations/rsv_1" });
  }
  return mockFixedCall(call, query, body, world);
}

function mockFixedCall(
  call: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
  world: MockWorld,
): MockAnswer | null {
  switch (call) {
    case "GET /users/api/availability/dates": {
      const month = query.get("year_month") ?? world.today.slice(0, 7);
      const days = world.months[month] ?? monthAvailability(month, world);
      return ok({ ...days, data: days });
    }
    case "POST /users/api/reservations": {
      const to = `/r/${String(body.restaurant_slug)}/reservations/rsv_new/review`;
      return ok({ status: 201, uid: "rsv_new", redirect_to: to, data: { uid: "rsv_new" } }, 201);
    }
    case "POST /phone_verifications":
      polls = 0;
      return ok(
        {
          uuid: "v-1",
          status: "sent",
          phone_authentic_number: "+81 50-1234-5678",
          remaining_seconds: 180,
          is_contested: body.phone_local_number === CONTESTED_NUMBER,
        },
        201,
      );
    case "POST /sms_confirmations":
      return ok({ uuid: "sms-1" });
    case "POST /users": {
      const { move_phone, profile_attributes } = body.user as {
        move_phone: boolean;
        profile_attributes: { phone_local_number: string };
      };
      const isTaken = profile_attributes.phone_local_number === TAKEN_NUMBER && !move_phone;
      if (isTaken) return problem(422, "この電話番号は、別のアカウントで認証されています。", { code: "phone_taken" });
      return ok({ redirect_to: "/users/after_registrations/pick_restaurants" });
    }
    case "DELETE /users/sign_out":
      world.visitor = "guest";
      return ok({ redirect_to: "/" });
    case "POST /users/api/customers":
      if (world.visitor === "guest") return problem(401, "ログインしてください。", { code: "sign_in_required" });
      world.favorites.add(String(body.restaurant_slug));
      return ok({ id: 1, favorited: true }, 201);
    case "POST /users/api/customers/hide":
      world.favorites.delete(String(body.restaurant_slug));
      return ok({ favorited: false, shop_notification: true });
    case "POST /users/api/teaser_users":
      return ok({ status: 201 }, 201);
    case "POST /users/profile/credit_card/setup_intent":
      return ok({ client_secret: "seti_1_secret" });
    case "POST /users/profile/credit_card/payment_method":
      world.card = true;
      return ok({ data: { redirect_url: body.next ?? "/users/profile" } });
    case "POST /users/profile/proof_code":
      return ok({ message: "確認コードをメールでお送りしました。" });
    case "PATCH /users/profile/account/email":
      return ok({ message: "新しいメールアドレスに確認メールをお送りしました。" });
    case "PATCH /users/profile/account/tel":
      return ok({ message: "電話番号を変更しました。", redirect_to: "/users/profile" });
    default:
      return null;
  }
}

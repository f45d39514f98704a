import type { Page } from "@playwright/test";

export interface CrowdedDay {
  is_today: boolean;
  columns: { label: string | null; from: string }[];
  inventory_groups: { uid: string; inventory_items: { uid: string; id: number; label: string }[] }[];
  items: Record<string, unknown>[];
}

const SEATS = 40;

/** Gives every day that is turned to 40 seats and this number of parties. Today's are seated: each has a next step. */
export async function serveCrowdedDays(page: Page, parties = 60): Promise<void> {
  await page.route("**/owners/daily_calendars/*", async (route) => {
    if (route.request().resourceType() === "document") return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as { data: CrowdedDay };
    crowd(body.data, parties);
    return route.fulfill({ response, json: body });
  });
}

/** Seats forty parties at a time. Two seatings begin with the first column and in the middle, three with the meals. */
function crowd(day: CrowdedDay, parties: number): void {
  const [group] = day.inventory_groups;
  if (!group) throw new Error("no seats");
  group.inventory_items = Array.from({ length: SEATS }, (_, n) => ({ uid: `s${n}`, id: 10_000 + n, label: `S${n}` }));
  day.inventory_groups = [group];
  const starts = day.columns.filter(({ label }) => label !== null).map(({ from }) => from);
  const shares = parties > 2 * SEATS ? [0, 0.4, 0.7] : [0, 0.5];
  const seatings = shares.map((share) => starts[Math.floor(starts.length * share)] ?? "17:00");
  const state = day.is_today ? "seated" : null;
  day.items = Array.from({ length: parties }, (_, n) => {
    const from = seatings[Math.floor(n / SEATS)] ?? "17:00";
    const till = `${String(Number(from.slice(0, 2)) + 2).padStart(2, "0")}${from.slice(2)}`;
    return {
      uid: `crowd${n}`,
      version: 0,
      extra_items: 0,
      calendar_item_type: "OfflineReservation",
      status: "accepted",
      operation: "dinner",
      title: `お客様 ${n}`,
      subtitle: "1名 おまかせ",
      customer_group_label: n % 3 === 0 ? "常" : null,
      is_sms_invite: false,
      is_invitation_email: false,
      visit_count: n % 5,
      no_show_count: 0,
      is_walk_in: false,
      guests_count: 1,
      course_name: "おまかせ",
      is_course_open: false,
      prepaid_price: n % 2 === 0 ? 24_000 : 0,
      is_prepaid: n % 2 === 0,
      is_blacklisted: false,
      special_request: n % 4 === 0 ? "静かな席" : "",
      internal_memo: "",
      customer_internal_memo: "",
      has_allergy: n % 7 === 0,
      allergy_description: n % 7 === 0 ? "えび" : "",
      customer_tags: n % 9 === 0 ? ["車椅子"] : [],
      dislikes: "",
      formated_preferences: [],
      is_gold_candidate: false,
      has_cancel_request: false,
      service: { state, arrived_at: null, seated_at: state && from, bill_at: null, left_at: null },
      starts_at: `2026-12-01T${from}:00+09:00`,
      ends_at: `2026-12-01T${till}:00+09:00`,
      start_time: from,
      end_time: till,
      seats_until: till,
      rendered_from: from,
      rendered_till: till,
      inventory_group_uid: group.uid,
      inventory_item_uids: [`s${n % SEATS}`],
      has_whitelist_online_stock: false,
      is_past_cutoff: false,
      has_effective_course: false,
      online_stock_customer_group_labels: [],
    };
  });
}

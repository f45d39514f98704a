import { expect, request } from "@playwright/test";
import type { APIRequestContext, APIResponse, BrowserContext } from "@playwright/test";

export const PASSWORD = "Seki-2026";
/** The number that the page shows to call if no other verification is in progress. */
const SERVICE_NUMBER = "03-5555-0100";

export interface CalendarDay {
  groups: Group[];
  token: string;
}

export interface Group {
  id: number;
  display_title: string;
  operation: string;
  guests_count_option_values: number[];
  time_options: { id: number; start_time: string }[];
  courses: { id: number; title: string; price: number | null; is_prepaid: boolean }[];
}

export interface Intent {
  id: string;
  client_secret: string;
  status: string;
}

/** A card that needs no box of its bank. */
const PLAIN_CARD = "4242424242424242";

/** Milliseconds between checks of a worker's progress, which is usually fast. */
const CHECKS = [50, 100, 200];

let made = 0;
const run = Date.now().toString(36);

/** An unused address and an unused number. */
export function unusedContact(): { email: string; localNumber: string } {
  made += 1;
  const moment = Date.now();
  const digits = String(moment).slice(-5) + String(made % 100).padStart(2, "0");
  // No Japanese mobile number has a 0 after its 080.
  const block = 1 + (Math.floor(moment / 100_000) % 9);
  return { email: `diner-${run}-${made}@example.test`, localNumber: `80${block}${digits}` };
}

/** A diner who does over HTTP what is not the point of a test. */
export class Diner {
  private csrf = "";

  private constructor(
    readonly api: APIRequestContext,
    readonly email: string,
  ) {}

  static async guest(baseURL: string, email = ""): Promise<Diner> {
    const api = await request.newContext({ baseURL, extraHTTPHeaders: { Accept: "application/json" } });
    return new Diner(api, email);
  }

  static async signedIn(baseURL: string, email: string): Promise<Diner> {
    const diner = await Diner.guest(baseURL, email);
    await diner.get("/users/sign_in");
    await diner.post("/users/sign_in", { user: { email, password: PASSWORD } });
    return diner;
  }

  /** A new diner with a confirmed phone number, and a confirmed address unless the mailed link is to confirm it. */
  static async fresh(baseURL: string, { locale = "ja", confirmsAddress = true } = {}): Promise<Diner> {
    const { email, localNumber } = unusedContact();
    const diner = await Diner.guest(baseURL, email);
    await diner.post("/dev/diners", {
      user: {
        email,
        password: PASSWORD,
        terms_agreed: true,
        profile_attributes: {
          name_last: "木村",
          name_first: "葉子",
          kana_last: "キムラ",
          kana_first: "ヨウコ",
          prefecture: "東京都",
          locale,
          phone_country: "JP",
          phone_local_number: localNumber,
        },
      },
      is_email_confirmed: confirmsAddress,
    });
    // Reads the CSRF token of the new session.
    await diner.get("/");
    return diner;
  }

  async get(path: string, params: Record<string, string> = {}): Promise<APIResponse> {
    const answer = await this.api.get(path, { params });
    this.csrf = answer.headers()["x-csrf-token"] ?? this.csrf;
    return answer;
  }

  async page<D>(path: string): Promise<D> {
    const answer = await this.get(path);
    expect(answer.status(), `GET ${path}`).toBe(200);
    return ((await answer.json()) as { data: D }).data;
  }

  /** Posts, and fails the test on a refusal unless `status` expects one. */
  async post(path: string, data: unknown, status?: number): Promise<APIResponse> {
    const answer = await this.api.post(path, { data, headers: { "X-CSRF-Token": this.csrf } });
    this.csrf = answer.headers()["x-csrf-token"] ?? this.csrf;
    if (status === undefined) expect(answer.ok(), `POST ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    else expect(answer.status(), `POST ${path}: ${await answer.text()}`).toBe(status);
    return answer;
  }

  /** Posts from one of our pages, whatever the result. */
  tried(path: string, data: unknown, from: string): Promise<APIResponse> {
    return this.api.post(path, { data, headers: { "X-CSRF-Token": this.csrf, Referer: from } });
  }

  async remove(path: string): Promise<void> {
    const answer = await this.api.delete(path, { headers: { "X-CSRF-Token": this.csrf } });
    expect(answer.ok(), `DELETE ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  }

  /** Calls a number as a Japanese page shows it. */
  call(from: string, shown = SERVICE_NUMBER): Promise<APIResponse> {
    return this.post("/dev/telephone/calls", { from, to: `+81${shown.replace(/\D/g, "").slice(1)}` });
  }

  /** The newest message to this diner that has `pattern` in its text; waits for it. */
  async message(pattern: RegExp, to = this.email): Promise<{ subject: string; text: string }> {
    let found: { subject: string; text: string } | undefined;
    await expect
      .poll(
        async () => {
          [found] = await this.messages(pattern, to);
          return found !== undefined;
        },
        { message: `a message to ${to} with ${pattern}`, timeout: 45_000, intervals: CHECKS },
      )
      .toBe(true);
    if (!found) throw new Error("unreachable");
    return found;
  }

  /** The messages that have come so far with `pattern` in their texts, the newest first. */
  async messages(pattern: RegExp, to = this.email): Promise<{ subject: string; text: string }[]> {
    const answer = await this.get("/dev/inbox", { to });
    const { messages } = (await answer.json()) as { messages: { subject: string; text: string }[] };
    return messages.filter(({ subject, text }) => pattern.test(`${subject}\n${text}`));
  }

  /** The first address in the newest message that has `pattern`. */
  async link(pattern: RegExp): Promise<string> {
    const { text } = await this.message(pattern);
    const address = text.match(/https?:\/\/\S+/g)?.find((each) => pattern.test(each));
    if (!address) throw new Error(`no address with ${pattern} in: ${text}`);
    return address;
  }

  async availability(slug: string, month?: string): Promise<{ dates: string[]; token: string; month: string }> {
    const { calendar } = await this.page<{ calendar: { token: string; default_month: string } }>(`/r/${slug}`);
    const year_month = month ?? calendar.default_month;
    const answer = await this.get("/users/api/availability/dates", {
      restaurant_slug: slug,
      year_month,
      reservation_calendar_token: calendar.token,
    });
    const { available_dates } = (await answer.json()) as { available_dates: string[] };
    return { dates: available_dates, token: calendar.token, month: year_month };
  }

  async day(slug: string, date: string): Promise<CalendarDay> {
    const { calendar } = await this.page<{ calendar: { token: string } }>(`/r/${slug}/reservations/new`);
    const answer = await this.get(`/users/api/availability/dates/${slug}`, {
      date,
      reservation_calendar_token: calendar.token,
    });
    const { grouped_online_stock_groups: grouped } = (await answer.json()) as {
      grouped_online_stock_groups: Record<string, Group[]>;
    };
    return { groups: Object.values(grouped).flat(), token: calendar.token };
  }

  /** Holds seats of `group`; answers the uid. */
  async hold(slug: string, { token }: CalendarDay, group: Group, guests: number): Promise<string> {
    const answer = await this.post("/users/api/reservations", {
      new_reservation: {
        online_stock_group_id: group.id,
        guests_count: guests,
        time_selector_option_id: group.time_options[0]?.id,
        course_id: group.courses[0]?.id,
      },
      restaurant_slug: slug,
      reservation_calendar_token: token,
      recaptcha_token: "by hand",
    });
    return ((await answer.json()) as { uid: string }).uid;
  }

  /** Everything the review page asks for, ticked; a card, where it asks for one that is not there. */
  async confirm(slug: string, uid: string): Promise<{ requires_action: boolean; payment_intents: Intent[] }> {
    const path = `/r/${slug}/reservations/${uid}`;
    const { review_items, needs_card } = await this.page<{
      review_items: { key_name: string }[];
      needs_card: boolean;
    }>(`${path}/review`);
    if (needs_card) await this.registerCard(PLAIN_CARD);
    const answer = await this.post(`${path}/confirm.json`, {
      date_confirmed: "1",
      no_proxy: "1",
      policy_agreed: "1",
      travel_law_agreed: "1",
      reservation_review_page_items: Object.fromEntries(review_items.map(({ key_name }) => [key_name, "1"])),
      reservation: { special_request: "" },
    });
    return (await answer.json()) as { requires_action: boolean; payment_intents: Intent[] };
  }

  /** Registers a card as the card script would, passing its bank's challenge; by the password where it replaces another one. */
  async registerCard(card_number: string): Promise<void> {
    const opened = await this.post("/users/profile/credit_card/setup_intent", {});
    const { client_secret } = (await opened.json()) as { client_secret: string };
    const confirmed = await this.post("/dev/cards/confirm", { client_secret, card_number, outcome: "success" });
    const { id } = (await confirmed.json()) as { id: string };
    const { config } = (await (await this.get("/")).json()) as {
      config: { card_script_url: string; card_publishable_key: string };
    };
    const intent = await this.api.get(config.card_script_url.replace(/\/js\/v3.*$/, `/v1/setup_intents/${id}`), {
      params: { client_secret, key: config.card_publishable_key },
    });
    const { payment_method } = (await intent.json()) as { payment_method: string };
    const body = { payment_method_id: payment_method, current_password: PASSWORD };
    await this.post("/users/profile/credit_card/payment_method", body);
  }

  /** Lends the session to a browser. */
  async enter(context: BrowserContext): Promise<void> {
    const { cookies } = await this.api.storageState();
    await context.addCookies(cookies);
  }

  close(): Promise<void> {
    return this.api.dispose();
  }
}

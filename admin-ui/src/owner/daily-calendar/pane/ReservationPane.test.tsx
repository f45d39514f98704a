import { QueryClient } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { RouterProvider, createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { loadTexts } from "@/owner/i18n/load-texts";
import type { CalendarItem } from "../model/blocks";
import { AskProvider, UndoProvider } from "@/console/ui";
import { deleteDrafts } from "../../drafts";
import { guestOf } from "../../customers/testing/guest";
import { RESERVATION } from "../../reservation-detail/testing/reservation";
import { item } from "../testing/sheet";
import { ReservationPane } from "./ReservationPane";

type Detail = Schemas["ReservationDetail"];

const GOLD = {
  gold_user_profile: { omakase_recommendation: "お任せします", birthplace: "京都府", birth_date: "1980-04-01" },
  gold_reservation_preference: {
    is_first_visit: false,
    last_visit_period: "within_3_months",
    last_visit_period_label: "3か月以内",
    usage_scene: "business",
    usage_scene_label: "ビジネス",
    food_amount: "",
    food_amount_label: "",
  },
} as unknown as Partial<Detail>;

async function open(detail: Partial<Detail>, drawn: Partial<CalendarItem>, isAdmin = false): Promise<void> {
  const restaurant = { slug: "sushi-kagura", time_zone: "Asia/Tokyo", today: "2026-12-01" };
  vi.spyOn(api, "useSession").mockReturnValue({ is_admin: isAdmin, restaurant, features: {} } as never);
  vi.spyOn(api, "useShell").mockReturnValue({ locale: "ja" } as never);
  vi.spyOn(api, "useMayWrite").mockReturnValue(true);
  const pane = (
    <ReservationPane
      reservation={{ ...RESERVATION, ...detail }}
      item={item(drawn)}
      customerGroups={[]}
      onDone={vi.fn<() => void>()}
    />
  );
  const data = { page: "owner_daily_calendar", data: {}, now: "2026-12-01T10:00:00+09:00" };
  const router = createMemoryRouter([{ path: "/", element: pane, loader: () => data, hydrateFallbackElement: <></> }]);
  render(
    <CoreAdminContext i18nProvider={await loadTexts("ja")} queryClient={new QueryClient()}>
      <AskProvider>
        <UndoProvider>
          <RouterProvider router={router} />
        </UndoProvider>
      </AskProvider>
    </CoreAdminContext>,
  );
  await screen.findByText("J. Smith");
}

beforeEach(() => {
  vi.restoreAllMocks();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(deleteDrafts);

// F120, F121
it("shows a gold candidate's preferences on a second tab", async () => {
  await open(GOLD, { is_gold_candidate: true });
  expect(screen.getByText("前払")).toBeVisible();
  expect(screen.getByText("良いお客様候補")).toBeVisible();
  fireEvent.click(screen.getByRole("tab", { name: "ゴールドのお好み" }));
  expect(await screen.findByText("京都府")).toBeVisible();
  for (const shown of ["1980年04月01日", "3か月以内", "ビジネス"]) expect(screen.getByText(shown)).toBeVisible();
  expect(screen.queryByText("business")).toBeNull();
});

// F120
it.each<[string, Partial<Detail>, boolean]>([
  ["without a profile", {}, true],
  ["on an ordinary slot", GOLD, false],
])("has no gold tab %s", async (_, detail, is_gold_candidate) => {
  await open(detail, { is_gold_candidate });
  expect(screen.queryByRole("tab")).toBeNull();
});

// F140
it("shows an off-site reservation with its source, links and an editable memo", async () => {
  await open({}, { is_gold_candidate: false });
  expect(screen.getByText("ホテル（海外）")).toBeVisible();
  expect(screen.getByRole("link", { name: "予約の詳細" })).toHaveAttribute("href", "/owners/reservations/r1");
  expect(screen.getByRole("link", { name: "お客様の詳細" })).toHaveAttribute("href", "/owners/customers/c1");
  expect(await screen.findByLabelText(/^予約メモ/, {}, { timeout: 5_000 })).toHaveValue("窓側");
});

// F204
it.each([true, false])("links to the admin console only with an admin session: %s", async (isAdmin) => {
  await open({}, { is_gold_candidate: false }, isAdmin);
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  const adminLinks = ["/admin/reservations/r1", "/admin/reservations/r1/reservation_charges"];
  expect(links.filter((link) => link?.startsWith("/admin"))).toEqual(isAdmin ? adminLinks : []);
});

/** Opens the pane, types an allergy and presses the button of the pane. Returns the writes. */
async function updateWithAllergy(detail: Partial<Detail>, isRefused = false): Promise<[string, object][]> {
  const writes: [string, object][] = [];
  const answer = (method: string, path: string, call: { body: object }) => {
    if (path === "/owners/customers/{uid}") return Promise.resolve({ data: guestOf("") });
    if (method === "GET") return Promise.resolve({ data: [] });
    writes.push([`${method} ${path}`, call.body]);
    if (isRefused) return Promise.reject(new api.NetworkError());
    return Promise.resolve({ data: { ...RESERVATION, ...detail }, message: "" });
  };
  vi.spyOn(api, "send").mockImplementation(answer as never);
  vi.spyOn(api, "showFlash").mockReturnValue();
  await open(detail, { is_gold_candidate: false });
  const editor = await screen.findByRole("button", { name: "アレルギー・苦手・タグを記録" }, { timeout: 5_000 });
  fireEvent.click(editor);
  fireEvent.change(await screen.findByLabelText("アレルギー"), { target: { value: "甲殻類" } });
  // A closed editor keeps its input.
  fireEvent.click(editor);
  fireEvent.click(await screen.findByRole("button", { name: "更新する" }, { timeout: 5_000 }));
  return writes;
}

const ALLERGY = [
  "PATCH /owners/api/customers/{uid}",
  { customer: { profile_attributes: { noted_allergies: "甲殻類", expected_noted_allergies: "" } } },
];
const IN_PERSON = {
  type: "offline_reservation",
  version: 1,
  course_uid: "omakase",
  course_choices: [],
  service: { state: null, arrived_at: null, seated_at: null, bill_at: null, left_at: null },
  inventory_group: { uid: "g1", title: "カウンター", daily_cap: 4, capacity_per_stock: 1 },
  extra_items: 0,
} as unknown as Partial<Detail>;

it.each([
  ["an off-site reservation", {}, "PUT /owners/api/offsite_reservations/{uid}"],
  ["an in-person reservation", IN_PERSON, "PUT /owners/api/offline_reservations/{uid}"],
])("saves the typed notes about the guest with the update of %s", async (_, detail, put) => {
  const writes = await updateWithAllergy(detail);
  await waitFor(() => expect(writes).toHaveLength(2));
  expect(writes[0]).toMatchObject(ALLERGY);
  expect(writes[1]?.[0]).toBe(put);
});

it("updates nothing if the notes about the guest cannot be saved", async () => {
  const writes = await updateWithAllergy({}, true);
  expect(await screen.findByText(/^アレルギー・苦手・タグを保存できませんでした。/)).toBeVisible();
  expect(screen.getByLabelText("アレルギー")).toBeVisible();
  expect(screen.getByLabelText("アレルギー")).toHaveValue("甲殻類");
  expect(writes).toHaveLength(1);
});

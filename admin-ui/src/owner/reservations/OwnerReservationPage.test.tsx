import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/owner/api";
import { openPage } from "@/owner/testing/open-page";
import { guestOf } from "../customers/testing/guest";
import { deleteDrafts } from "../drafts";
import { RESERVATION } from "../reservation-detail/testing/reservation";
import OwnerReservationPage from "./OwnerReservationPage";

const EDITOR = "アレルギー・苦手・タグを記録";
const UPDATE = "PUT /owners/api/offsite_reservations/{uid}";
const NOTES = "PATCH /owners/api/customers/{uid}";

beforeEach(() => {
  vi.restoreAllMocks();
  vi.stubGlobal("PerformanceNavigationTiming", vi.fn<() => void>());
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([]);
  vi.spyOn(api, "showFlash").mockReturnValue();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(deleteDrafts);

/** Opens the page of a reservation. Returns the writes; the notes about the guest are rejected with `refused`. */
async function open(role = "owner", refused: Error | null = null) {
  const writes: [string, object][] = [];
  const answer = (method: string, path: string, call: { body: object }) => {
    if (path === "/owners/customers/{uid}") return Promise.resolve({ data: guestOf("") });
    if (method === "GET") return Promise.resolve({ data: [] });
    writes.push([`${method} ${path}`, call.body]);
    if (method === "PATCH" && refused) return Promise.reject(refused);
    return Promise.resolve({ data: RESERVATION, message: "" });
  };
  vi.spyOn(api, "send").mockImplementation(answer as never);
  const service = { state: null, arrived_at: null, seated_at: null, bill_at: null, left_at: null };
  const reservation = { ...RESERVATION, shown_status: "confirmed", service, is_holding: false, no_show_fee: null };
  const page = await openPage(
    "/owners/reservations/r1",
    <OwnerReservationPage />,
    () => ({ reservation, customer_groups: [] }),
    undefined,
    { role },
  );
  await screen.findByRole("heading", { name: "J. Smith" });
  return { writes, loads: page.loads };
}

async function updateWithAllergy() {
  fireEvent.click(screen.getByRole("button", { name: EDITOR }));
  fireEvent.change(await screen.findByLabelText("アレルギー"), { target: { value: "甲殻類" } });
  fireEvent.click(screen.getByRole("button", { name: "更新する" }));
}

it("saves allergies of the guest with the update of the reservation, and reads it again", async () => {
  const { writes, loads } = await open();
  await updateWithAllergy();
  await waitFor(() => expect(writes.map(([call]) => call)).toEqual([NOTES, UPDATE]));
  expect(writes[0]?.[1]).toMatchObject({
    customer: { profile_attributes: { noted_allergies: "甲殻類", expected_noted_allergies: "" } },
  });
  await waitFor(() => expect(loads.length).toBeGreaterThan(1));
});

it("keeps the input and updates nothing if a colleague has changed the notes about the guest", async () => {
  const message = "別のスタッフが先に変更しました。";
  const { writes } = await open("owner", new api.ApiError({ status: 409, code: "note_changed", message }));
  await updateWithAllergy();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("アレルギー")).toHaveValue("甲殻類");
  expect(writes.map(([call]) => call)).toEqual([NOTES]);
});

it("offers staff who may only read no editor of notes", async () => {
  await open("read_only");
  expect(screen.queryByRole("button", { name: EDITOR })).toBeNull();
});

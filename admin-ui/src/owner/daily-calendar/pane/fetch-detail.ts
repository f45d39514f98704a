import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import type { CalendarItem } from "../model/blocks";

const CALLS = {
  OnlineReservation: "/owners/api/online_reservations/{uid}",
  OfflineReservation: "/owners/api/offline_reservations/{uid}",
  OffsiteReservation: "/owners/api/offsite_reservations/{uid}",
  InvitedReservation: "/owners/api/invited_reservations/{uid}",
  ReservationInvite: "/owners/api/reservation_invites/{uid}",
} as const;

/** Fetches the reservation of an item with the call of its type (owner §7). */
export async function fetchDetail(
  { calendar_item_type, uid }: CalendarItem,
  signal: AbortSignal,
): Promise<Schemas["ReservationDetail"] | null> {
  if (!(calendar_item_type in CALLS)) return null;
  const path = CALLS[calendar_item_type as keyof typeof CALLS];
  const { data } = await send("GET", path, { path: { uid }, signal });
  return data;
}

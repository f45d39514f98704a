import { clockOf } from "@/console/ui/times";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useUndo, modalErrorText } from "@/console/ui";
import type { CalendarItem } from "../model/blocks";
import { rowsOf } from "../model/geometry";
import { isSameSeats, reachOf, spotOf } from "../model/moving";
import type { Reach, Spot } from "../model/moving";
import { spotLabel } from "./labels";

/** Place of a party in calls: instants, or clock times of its day. */
interface PlacedVisit {
  starts_at: string;
  ends_at: string;
  seatUids: readonly string[];
}

interface Call {
  uid: string;
  reach: Reach;
  to: Partial<PlacedVisit>;
  /** The place that the user saw. The server rejects the move if the party is elsewhere by now. */
  seen: PlacedVisit;
}

async function sendMove({ uid, reach, to, seen }: Call): Promise<PlacedVisit> {
  const path = { uid };
  const expected = { expected_inventory_item_uids: [...seen.seatUids] };
  const seats = to.seatUids ? [...to.seatUids] : null;
  const { data } =
    reach === "seats"
      ? await send("PUT", "/owners/api/reservations/{uid}/seats", {
          path,
          body: { inventory_item_uids: seats ?? [...seen.seatUids], ...expected },
        })
      : await send("PUT", "/owners/api/offline_reservations/{uid}", {
          path,
          body: {
            offline_reservation: {
              starts_at: to.starts_at ?? null,
              ends_at: to.ends_at ?? null,
              inventory_item_uids: seats,
              expected_starts_at: seen.starts_at,
              expected_ends_at: seen.ends_at,
              ...expected,
            },
          },
        });
  return {
    starts_at: data.starts_at,
    ends_at: data.ends_at,
    seatUids: data.inventory_items.map(({ uid: seat }) => seat),
  };
}

/** Moves a party of the day and offers to undo it for five seconds. Shows an error after an edit conflict. */
export function useMoveCall(day: Schemas["OwnerDailyCalendarPage"], reload: () => Promise<void>) {
  const t = useT();
  const { offer, end } = useUndo();
  const showError = (error: unknown) => showFlash({ kind: "alert", message: modalErrorText(error, t), sticky: true });

  return async (item: CalendarItem, spot: Spot): Promise<void> => {
    const reach = reachOf(item);
    if (reach === null) return;
    end();
    const own = spotOf(item);
    const { uid, title: name } = item;
    const before = { starts_at: item.starts_at, ends_at: item.ends_at, seatUids: item.inventory_item_uids };
    const to: Partial<PlacedVisit> = {
      ...(spot.from === own.from ? {} : { starts_at: clockOf(spot.from) }),
      ...(spot.till === own.till ? {} : { ends_at: clockOf(spot.till) }),
      ...(isSameSeats(spot.seatUids, own.seatUids) ? {} : { seatUids: spot.seatUids }),
    };
    const undo = async (seen: PlacedVisit) => {
      try {
        await sendMove({ uid, reach, to: before, seen });
        showFlash({ kind: "notice", message: t("move.undone", { name }), sticky: false });
      } catch (error) {
        showError(error);
      }
      await reload();
    };
    try {
      const after = await sendMove({ uid, reach, to, seen: before });
      const target = spotLabel(spot, rowsOf(day.inventory_groups));
      offer({ message: t("move.done", { name, target }), undo: () => undo(after) });
    } catch (error) {
      showError(error);
    }
    await reload();
  };
}

import { clockOf } from "@/console/ui/times";
import { send, showFlash, timeLimit } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { useUndo } from "@/console/ui";
import { changeErrorText } from "../../reservation-detail/forms/use-change";
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

/** A place with its version. The server rejects a move from another version. */
interface SeenVisit extends PlacedVisit {
  version: number;
}

interface Call {
  uid: string;
  reach: Reach;
  to: Partial<PlacedVisit>;
  seen: SeenVisit;
}

async function sendMove({ uid, reach, to, seen }: Call): Promise<SeenVisit> {
  const path = { uid };
  const signal = timeLimit();
  const expected = { expected_version: seen.version };
  const seats = to.seatUids ? [...to.seatUids] : null;
  const { data } =
    reach === "seats"
      ? await send("PUT", "/owners/api/reservations/{uid}/seats", {
          path,
          body: { inventory_item_uids: seats ?? [...seen.seatUids], expected_inventory_item_uids: null, ...expected },
          signal,
        })
      : await send("PUT", "/owners/api/offline_reservations/{uid}", {
          path,
          body: {
            offline_reservation: {
              starts_at: to.starts_at ?? null,
              ends_at: to.ends_at ?? null,
              inventory_item_uids: seats,
              ...expected,
            },
          },
          signal,
        });
  return {
    version: data.version,
    starts_at: data.starts_at,
    ends_at: data.ends_at,
    seatUids: data.inventory_items.map(({ uid: seat }) => seat),
  };
}

/** Moves a party of the day and offers to undo it for five seconds. Shows an error after an edit conflict. */
export function useMoveCall(day: Schemas["OwnerDailyCalendarPage"], reload: () => Promise<void>) {
  const t = useT();
  const { offer, end } = useUndo();
  const showError = (error: unknown) => showFlash({ kind: "alert", message: changeErrorText(error, t), sticky: true });

  return async (item: CalendarItem, spot: Spot): Promise<void> => {
    const reach = reachOf(item);
    if (reach === null) return;
    end();
    const own = spotOf(item);
    const { uid, title: name } = item;
    const { version, starts_at, ends_at, inventory_item_uids: seatUids } = item;
    const before = { version, starts_at, ends_at, seatUids };
    const to: Partial<PlacedVisit> = {
      ...(spot.from === own.from ? {} : { starts_at: clockOf(spot.from) }),
      ...(spot.till === own.till ? {} : { ends_at: clockOf(spot.till) }),
      ...(isSameSeats(spot.seatUids, own.seatUids) ? {} : { seatUids: spot.seatUids }),
    };
    const undo = async (seen: SeenVisit) => {
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
      // The party stays at its place. A slow read must not keep the grid in the state of a move.
      void reload();
      return;
    }
    await reload();
  };
}

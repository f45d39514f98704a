import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { send } from "@/api";
import type { CalendarBoot } from "@/api";
import { addLaterTexts } from "@/i18n/setup";
import { browser } from "@/navigation";
import { bringIntoReach, errorText, useAsk } from "@/ui";
import { HEADING_PART, roomsOf, waitingRoomQuery } from "../api/waiting-room";

/**
 * Returns a function that shows why a booking needs a place in the waiting room, and offers to take one. A page from
 * before the room is read again, because it does not show the room.
 */
export function useJoinOffer(slug: string, calendar: CalendarBoot): (reason: string) => Promise<void> {
  const { t } = useTranslation();
  const { ask, showAlert } = useAsk();
  const queryClient = useQueryClient();
  const query = waitingRoomQuery(slug);

  const showRoom = () => {
    if (calendar.waiting_room_opens_at === undefined) return browser.reload();
    // After the dialog has closed, which returns the focus to the button.
    setTimeout(() => {
      const heading = document.querySelector<HTMLElement>(`[data-part=${HEADING_PART}]`);
      if (heading) bringIntoReach(heading);
    });
  };

  const offer = async (reason: string) => {
    const status = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    const room = roomsOf(status).find(({ state }) => state === "joinable" || state === "over");
    if (room === undefined) {
      await showAlert(reason);
      return showRoom();
    }
    const joins = await ask({ title: reason, confirmLabel: t("waiting_room.join") });
    if (!joins) return;
    const joined = await send("POST", "/users/api/waiting_rooms/{slug}", {
      path: { slug },
      query: { opens_at: room.opens_at },
    });
    queryClient.setQueryData(query.queryKey, joined);
    showRoom();
  };

  return async (reason) => {
    try {
      await addLaterTexts();
      await offer(reason);
    } catch (error) {
      await showAlert(errorText(error, t));
    }
  };
}

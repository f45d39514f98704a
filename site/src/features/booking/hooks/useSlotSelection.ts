import { useState } from "react";
import { useSearchParams } from "react-router";
import { useQuery } from "@tanstack/react-query";
import type { CalendarBoot, OnlineStockGroup } from "@/api";
import { isCivilDate } from "@seki/shared/civil-time";
import type { CivilDate } from "@seki/shared/civil-time";
import { dayQuery } from "@/features/availability";
import { groupsOf, refreshed, selectGroup } from "../model/selection";
import type { SlotSelection } from "../model/selection";

/** The date and the slot live in the address, the rest of the choice beside it. */
export function useSlotSelection(slug: string, calendar: CalendarBoot, initialDate: CivilDate | null) {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<SlotSelection | null>(null);

  const asked = params.get("date") ?? initialDate;
  const date = isCivilDate(asked) && asked >= calendar.today ? asked : null;
  const slotId = Number(params.get("slot")) || null;
  const day = useQuery({ ...dayQuery(slug, date ?? calendar.today, calendar), enabled: date !== null });
  const groups = day.data ? groupsOf(day.data.grouped_online_stock_groups) : [];
  const listed = groups.find(({ id }) => id === slotId);
  const basis = chosen?.groupId === slotId ? chosen : listed ? selectGroup(listed) : null;
  const selection = basis && refreshed(basis, groups);

  const go = (query: Record<string, string>) => setParams(query, { replace: true, preventScrollReset: true });

  return {
    date,
    day,
    selection,
    group: selection ? listed : undefined,
    vanished: day.isSuccess && slotId !== null && listed === undefined,
    chooseDate: (next: CivilDate) => {
      setChosen(null);
      go({ date: next });
    },
    chooseGroup: (group: OnlineStockGroup) => {
      setChosen(selectGroup(group));
      if (date) go({ date, slot: String(group.id) });
    },
    change: setChosen,
  };
}

export type SlotPicker = ReturnType<typeof useSlotSelection>;

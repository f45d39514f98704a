import { useState } from "react";
import { useSearchParams } from "react-router";
import { useQuery } from "@tanstack/react-query";
import type { CalendarBoot, OnlineStockGroup } from "@/api";
import { isCivilDate } from "@seki/shared/civil-time";
import type { CivilDate } from "@seki/shared/civil-time";
import { dayQuery } from "@/features/availability";
import { CHOICE, addressOf, chosenIn, completed } from "../model/address";
import { groupsOf, selectGroup } from "../model/selection";
import type { SlotSelection } from "../model/selection";

/** The whole choice lives in the address: a reload, the way back and signing in in between keep it. */
export function useSlotSelection(slug: string, calendar: CalendarBoot, initialDate: CivilDate | null) {
  const [params, setParams] = useSearchParams();
  // The address follows in a moment, and a control shows at once what was chosen.
  const [chosen, setChosen] = useState<SlotSelection | null>(null);

  const asked = params.get("date") ?? initialDate;
  const date = isCivilDate(asked) && asked >= calendar.today ? asked : null;
  const asksFor = chosenIn(params);
  const slotId = asksFor?.groupId ?? null;
  const day = useQuery({ ...dayQuery(slug, date ?? calendar.today, calendar), enabled: date !== null });
  const groups = day.data ? groupsOf(day.data.grouped_online_stock_groups) : [];
  const listed = groups.find(({ id }) => id === slotId);
  const basis = chosen?.groupId === slotId ? chosen : asksFor;
  const selection = basis && listed ? completed(basis, listed, groups) : null;

  const go = (on: CivilDate, choice: SlotSelection | null) => {
    setChosen(choice);
    const next = new URLSearchParams(params);
    for (const name of CHOICE) next.delete(name);
    for (const [name, value] of Object.entries(addressOf(on, choice))) next.set(name, value);
    setParams(next, { replace: true, preventScrollReset: true });
  };

  return {
    date,
    day,
    selection,
    group: selection ? listed : undefined,
    vanished: day.isSuccess && slotId !== null && listed === undefined,
    chooseDate: (next: CivilDate) => go(next, null),
    chooseGroup: (group: OnlineStockGroup) => date && go(date, selectGroup(group)),
    change: (next: SlotSelection) => date && go(date, next),
  };
}

export type SlotPicker = ReturnType<typeof useSlotSelection>;

import { useState } from "react";
import { useSearchParams } from "react-router";
import { useQuery } from "@tanstack/react-query";
import type { CalendarBoot, OnlineStockGroup } from "@/api";
import { isCivilDate } from "@seki/shared/civil-time";
import type { CivilDate } from "@seki/shared/civil-time";
import { dayQuery } from "@/features/availability";
import { CHOICE, addressOf, changedParts, chosenIn, completed } from "../model/address";
import { groupsOf, selectGroup } from "../model/selection";
import type { SlotSelection } from "../model/selection";

/** The latest choice, until the address contains it. */
interface Awaited {
  address: string;
  date: CivilDate;
  choice: SlotSelection | null;
}

/** Keeps the whole choice in the address, so it survives a reload, back navigation and signing in. */
export function useSlotSelection(slug: string, calendar: CalendarBoot, initialDate: CivilDate | null) {
  const [params, setParams] = useSearchParams();
  // The address changes a moment later, on a busy machine a long one. Controls show a choice immediately.
  const [awaited, setAwaited] = useState<Awaited | null>(null);
  if (awaited?.address === params.toString()) setAwaited(null);

  const asked = params.get("date") ?? initialDate;
  const shown = isCivilDate(asked) && asked >= calendar.today ? asked : null;
  const date = awaited ? awaited.date : shown;
  const basis = awaited ? awaited.choice : chosenIn(params);
  const slotId = basis?.groupId ?? null;
  const day = useQuery({ ...dayQuery(slug, date ?? calendar.today, calendar), enabled: date !== null });
  const groups = day.data ? groupsOf(day.data.grouped_online_stock_groups) : [];
  const listed = groups.find(({ id }) => id === slotId);
  const selection = basis && listed ? completed(basis, listed, groups) : null;

  const go = (on: CivilDate, choice: SlotSelection | null) => {
    const next = new URLSearchParams(params);
    for (const name of CHOICE) next.delete(name);
    for (const [name, value] of Object.entries(addressOf(on, choice))) next.set(name, value);
    setAwaited({ address: next.toString(), date: on, choice });
    setParams(next, { replace: true, preventScrollReset: true });
  };

  return {
    date,
    /** Whether the address matches the shown choice. */
    isSettled: awaited === null,
    day,
    selection,
    /** The requested parts that are not available, with their replacements. */
    lost: selection && basis ? { parts: changedParts(basis, selection), guests: basis.guests } : null,
    group: selection ? listed : undefined,
    vanished: day.isSuccess && slotId !== null && listed === undefined,
    chooseDate: (next: CivilDate) => go(next, null),
    chooseGroup: (group: OnlineStockGroup) => date && go(date, selectGroup(group)),
    change: (next: SlotSelection) => date && go(date, next),
  };
}

export type SlotPicker = ReturnType<typeof useSlotSelection>;

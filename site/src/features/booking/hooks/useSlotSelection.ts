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

/** What was chosen last, until the address says it. */
interface Awaited {
  address: string;
  date: CivilDate;
  choice: SlotSelection | null;
}

/** The whole choice lives in the address: a reload, the way back and signing in in between keep it. */
export function useSlotSelection(slug: string, calendar: CalendarBoot, initialDate: CivilDate | null) {
  const [params, setParams] = useSearchParams();
  // The address follows in a moment, on a busy machine a long one, and a control shows at once what was chosen.
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
    /** Whether the address says what is shown. */
    isSettled: awaited === null,
    day,
    selection,
    /** What was asked for and cannot be had, beside what stands in its place. */
    lost: selection && basis ? { parts: changedParts(basis, selection), guests: basis.guests } : null,
    group: selection ? listed : undefined,
    vanished: day.isSuccess && slotId !== null && listed === undefined,
    chooseDate: (next: CivilDate) => go(next, null),
    chooseGroup: (group: OnlineStockGroup) => date && go(date, selectGroup(group)),
    change: (next: SlotSelection) => date && go(date, next),
  };
}

export type SlotPicker = ReturnType<typeof useSlotSelection>;

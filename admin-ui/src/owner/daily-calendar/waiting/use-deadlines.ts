import { useState } from "react";
import { serverNow, useSession } from "@/owner/api";
import { useMinute } from "../live/use-now";
import { USUAL_DEADLINE, deadlinesOf } from "./model";
import type { Deadline } from "./model";

interface Deadlines {
  deadlines: Deadline[];
  /** The chosen one in minutes. By default it is the usual one, or the start of an earlier visit. */
  deadline: number | null;
  setDeadline: (minutes: number) => void;
}

/** Returns the deadlines of an offer for a visit on a day. They follow the clock. */
export function useDeadlines(date: string, startTime: string): Deadlines {
  const { restaurant } = useSession();
  // Renders again with each minute.
  useMinute(restaurant.time_zone);
  const deadlines = deadlinesOf(serverNow(), date, startTime, restaurant.time_zone);
  const [wanted, setDeadline] = useState(USUAL_DEADLINE);
  const chosen = deadlines.find(({ minutes }) => minutes === wanted) ?? deadlines.at(-1);
  return { deadlines, deadline: chosen?.minutes ?? null, setDeadline };
}

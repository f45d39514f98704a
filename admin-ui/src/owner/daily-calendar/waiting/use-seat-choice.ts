import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useProposals } from "../../reservation-dialog/seats/use-proposals";
import { isSameSeat } from "./model";
import type { Seat, WaitingEntry } from "./model";

interface SeatChoice {
  /** HH:mm of the day. */
  time: string;
  setTime: (time: string) => void;
  /** The free seats at this time, the best first. */
  proposals: readonly Seat[];
  /** The chosen ones; null if none are free. */
  shown: Seat | null;
  setSeat: (seat: Seat) => void;
  /** Whether the proposals belong to the chosen time. */
  isSettled: boolean;
  /** Reads the free seats again. */
  refresh: () => void;
}

/** Holds the time and seats of an offer. It begins with the proposed seats of the entry. */
export function useSeatChoice({ guests_count: guests }: WaitingEntry, first: Seat, date: string): SeatChoice {
  const client = useQueryClient();
  const [time, setTime] = useState(first.start_time);
  const [chosen, setSeat] = useState(first);
  const { found, isSettled, isError } = useProposals(date, { guests, time });
  const isFirst = time === first.start_time;
  const free = found?.seats.filter((seat) => seat.start_time === time) ?? [];
  // The proposed seats are shown until all of the time are known.
  const proposals = free.length === 0 && isFirst && (!isSettled || isError) ? [first] : free;
  const shown = proposals.find((seat) => isSameSeat(seat, chosen)) ?? proposals[0] ?? null;
  const refresh = () => void client.invalidateQueries({ queryKey: ["seat-proposals", date] });
  return { time, setTime, proposals, shown, setSeat, isSettled: isSettled || isFirst, refresh };
}

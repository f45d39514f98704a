import type { Schemas } from "@/owner/api";
import { limitOf } from "./model";

type UsualStay = Schemas["UsualStay"];

/** The fields of a usual stay, as typed. */
export interface StayRow {
  id: number;
  guests: string;
  minutes: string;
}

interface StayFaults {
  guests: "invalid" | "taken" | null;
  minutes: "invalid" | null;
}

export const GUESTS = { min: 2, max: 99, step: 1 };
/** Visits end at multiples of five minutes. */
export const MINUTES = { min: 15, max: 1440, step: 5 };

export function rowsOf(stays: readonly UsualStay[]): StayRow[] {
  return stays.map(({ from_guests: guests, stay_minutes: minutes }, id) => ({
    id,
    guests: String(guests),
    minutes: String(minutes),
  }));
}

/** Adds a blank row. */
export function withRow(rows: readonly StayRow[]): StayRow[] {
  return [...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, guests: "", minutes: "" }];
}

function within(text: string, { min, max, step }: typeof GUESTS): number | null {
  const number = limitOf(text, max);
  return typeof number === "number" && number >= min && number % step === 0 ? number : null;
}

/** Reports whether nothing is typed. Such a row is not saved. */
function isBlank({ guests, minutes }: StayRow): boolean {
  return guests.trim() === "" && minutes.trim() === "";
}

/** Returns the faults of a row. The second row with a party size is at fault. */
export function faultsOf(row: StayRow, rows: readonly StayRow[]): StayFaults {
  if (isBlank(row)) return { guests: null, minutes: null };
  const guests = within(row.guests, GUESTS);
  const before = rows.slice(0, rows.indexOf(row));
  const isTaken = before.some((other) => within(other.guests, GUESTS) === guests);
  return {
    guests: guests === null ? "invalid" : isTaken ? "taken" : null,
    minutes: within(row.minutes, MINUTES) === null ? "invalid" : null,
  };
}

function isAtFault(row: StayRow, rows: readonly StayRow[]): boolean {
  const { guests, minutes } = faultsOf(row, rows);
  return guests !== null || minutes !== null;
}

/** Returns the usual stays by party size; null if a row is at fault. */
export function staysOf(rows: readonly StayRow[]): UsualStay[] | null {
  if (rows.some((row) => isAtFault(row, rows))) return null;
  return rows
    .filter((row) => !isBlank(row))
    .map((row) => ({ from_guests: within(row.guests, GUESTS) ?? 0, stay_minutes: within(row.minutes, MINUTES) ?? 0 }))
    .toSorted((a, b) => a.from_guests - b.from_guests);
}

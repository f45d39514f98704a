import type { ChosenCustomer } from "./chosen-customer";

/** A booking that begins on another page or day, and continues with the search for seats on its day. */
export interface BookingRequest {
  date: string;
  /** First input of the search for seats. */
  asked: string;
  guest: ChosenCustomer | undefined;
}

let pending: BookingRequest | null = null;

/** Keeps a booking for the page of its day, which the caller opens next. */
export function requestBooking(request: BookingRequest): void {
  pending = request;
}

/** Returns the booking that was requested for a day; null without one. */
export function requestedBooking(date: string): BookingRequest | null {
  return pending?.date === date ? pending : null;
}

/** Discards the requested booking: the page of a day has taken it, or another day was opened. */
export function forgetBooking(): void {
  pending = null;
}

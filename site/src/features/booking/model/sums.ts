import type { GroupCourse, OnlineStockGroup, RestaurantDetail } from "@/api";

/** The cost of a choice, and when it is paid. */
export interface RunningTotal {
  /** The platform's fee per guest; 0 without one. */
  fee: number;
  guests: number;
  /** Null if the course has no price. */
  course: { title: string; price: number; isPrepaid: boolean } | null;
  now: number;
  later: number;
}

/**
 * Computes the total as the server does for the hold (G080): an order has no fee, and a prepaid course is paid with the
 * booking.
 */
export function runningTotalOf(
  { operation }: Pick<OnlineStockGroup, "operation">,
  { reservation_fee }: Pick<RestaurantDetail, "reservation_fee">,
  course: Pick<GroupCourse, "title" | "price" | "is_prepaid">,
  guests: number,
): RunningTotal {
  const fee = operation === "takeaway" ? 0 : reservation_fee;
  const courses = course.price * guests;
  return {
    fee,
    guests,
    course: course.price === 0 ? null : { title: course.title, price: course.price, isPrepaid: course.is_prepaid },
    now: fee * guests + (course.is_prepaid ? courses : 0),
    later: course.is_prepaid ? 0 : courses,
  };
}

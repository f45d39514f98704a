import type { GroupCourse, OnlineStockGroup, RestaurantDetail } from "@/api";

/** What a choice will cost, and when. */
export interface RunningTotal {
  /** The platform's fee for a guest; 0 where none is taken. */
  fee: number;
  guests: number;
  /** Null where the course has no price of its own. */
  course: { title: string; price: number; isPrepaid: boolean } | null;
  now: number;
  later: number;
}

/** As the server reckons it when the seat is held (G080): an order has no fee, and a prepaid course is paid with the booking. */
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

export { DayReviews } from "./DayReviews";
export type { ReviewModal } from "./use-reviews";

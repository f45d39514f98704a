export { DayReviews } from "./DayReviews";
export { ReviewDialog } from "./ReviewDialog";
export { useReviewModal } from "./use-reviews";
export type { ReviewModal } from "./use-reviews";

import { operation } from "@seki/shared/texts/en/restaurants";
import type { reviews as source } from "../ja/reviews";

export const reviews: typeof source = {
  reviews: {
    title: "Review your guests",
    open: "Review guests (%{count})",
    lead: "Guests never see these reviews.",
    lunch: operation.lunch,
    dinner: operation.dinner,
    none: "There are no guests left to review.",
    none_operation: "There are no guests left to review in this meal.",
    save: "Save the reviews of %{operation}",
    thanks: "Thank you for your review.",
    rating_of: "Review of %{name} (%{time})",
    positive: "What was good",
    negative: "What was not",
    ratings: { good: "Good", average: "Average", poor: "Poor", unacceptable: "Unacceptable" },
    reasons: {
      earnest_eater: "Earnest eater",
      sincere_gratitude: "Sincere gratitude",
      expensive_drink: "Ordered expensive drinks",
      same_industry: "In the same trade",
      sensitive_taste: "Sensitive taste",
      nice_person: "Nice person",
      tardiness: "Late",
      attitude: "Attitude",
      perfume: "Perfume",
      unmotivated: "Not interested in the meal",
      cheap_drink: "Ordered few drinks",
      bad_outfit: "Outfit",
      seat_transfer: "Passed the seat on",
      others: "Other",
    },
  },
};

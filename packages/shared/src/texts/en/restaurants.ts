import type * as ja from "../ja/restaurants";

export const operation: typeof ja.operation = {
  lunch: "Lunch",
  dinner: "Dinner",
  takeaway: "Takeaway",
};

export const seat_type: typeof ja.seat_type = {
  counter: "Counter",
  table: "Table",
  private_room: "Private room",
};

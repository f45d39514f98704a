export const operation = {
  lunch: "ランチ",
  dinner: "ディナー",
  takeaway: "テイクアウト",
};

export const seat_type = {
  counter: "カウンター",
  table: "テーブル",
  private_room: "個室",
};

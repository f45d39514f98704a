import { expect, it } from "vitest";
import { requestOf, wantedOf, withinHours } from "./wanted";

it.each([
  ["3名 19:00", 3, "19:00"],
  ["19:00 3名", 3, "19:00"],
  ["３名　１９：３０", 3, "19:30"],
  ["2人 19時", 2, "19:00"],
  ["19時半 2人", 2, "19:30"],
  ["19時15分に4名", 4, "19:15"],
  ["2 1930", 2, "19:30"],
  ["1930 12", 12, "19:30"],
  ["4 19", 4, "19:00"],
  ["19時 2名", 2, "19:00"],
  ["19時2名", 2, "19:00"],
  ["19時10名", 10, "19:00"],
  ["19時15 2名", 2, "19:15"],
  ["2 guests 9:05", 2, "09:05"],
  ["2名 25:30", 2, "25:30"],
  ["4 8pm", 4, "20:00"],
  ["7:30 PM for 2", 2, "19:30"],
])("%s is %i at %s", (typed, guests, time) => {
  expect(wantedOf(typed)).toEqual({ guests, time });
  expect(requestOf(typed), "and nobody is named").toEqual({ wanted: { guests, time }, guest: "" });
});

it.each(["", "3名", "19:00", "3名 30:00", "3名 19:75", "0名 19:00", "100名 19:00", "佐藤", "1 2 3"])(
  "%s is incomplete",
  (typed) => {
    expect(wantedOf(typed)).toBeNull();
    expect(requestOf(typed)).toEqual({ wanted: null, guest: "" });
  },
);

it.each([
  ["2 1900 健二", 2, "19:00", "健二"],
  ["3名 19:00 わたなべ", 3, "19:00", "わたなべ"],
  ["2 1900 09011112222", 2, "19:00", "09011112222"],
  ["2 1900 090-1111-2222", 2, "19:00", "090-1111-2222"],
  ["２名　１９：３０　新規　花子", 2, "19:30", "新規 花子"],
  ["19時2名 佐藤", 2, "19:00", "佐藤"],
  ["19 時 2 名 佐藤", 2, "19:00", "佐藤"],
  ["19時半 2人 佐藤", 2, "19:30", "佐藤"],
  ["4 19 佐藤", 4, "19:00", "佐藤"],
  ["2 1900 伊藤2号", 2, "19:00", "伊藤2号"],
  ["2 guests 19:00 J. Smith", 2, "19:00", "J. Smith"],
  ["2 7 pm Smith", 2, "19:00", "Smith"],
  ["2 1900 a@b.jp", 2, "19:00", "a@b.jp"],
])("%s is %i at %s for %s", (typed, guests, time, guest) => {
  expect(requestOf(typed)).toEqual({ wanted: { guests, time }, guest });
});

it.each(["2 1900 3", "2 1900 0901", "4 19時 30分", "健二", "2 健二"])("%s is incomplete", (typed) => {
  expect(requestOf(typed)).toEqual({ wanted: null, guest: "" });
});

it("reads an hour before opening as the evening", () => {
  const hours = [
    { from: "11:30", till: "14:30" },
    { from: "17:00", till: "22:30" },
  ];
  const time = (typed: string) => withinHours(wantedOf(typed), hours)?.time;
  expect(time("7時半 2人")).toBe("19:30");
  expect(time("2名 12:00")).toBe("12:00");
  expect(time("2名 10:45"), "22:45 is closed, too").toBe("10:45");
  expect(time("3名")).toBeUndefined();
});

import { expect, it } from "vitest";
import { wantedOf, withinHours } from "./wanted";

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
});

it.each(["", "3名", "19:00", "3名 30:00", "3名 19:75", "0名 19:00", "100名 19:00", "佐藤", "1 2 3"])(
  "%s is incomplete",
  (typed) => {
    expect(wantedOf(typed)).toBeNull();
  },
);

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

import { expect, it } from "vitest";
import { nextServed, requestOf, typedWithoutDay, wantedOf, withinHours } from "./wanted";

const TODAY = "2026-12-04";
const ask = (typed: string) => requestOf(typed, TODAY);

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
  expect(ask(typed), "and nobody is named").toMatchObject({ wanted: { guests, time }, guest: "" });
});

it.each(["", "3名", "19:00", "3名 30:00", "3名 19:75", "0名 19:00", "100名 19:00", "1 2 3", "2201"])(
  "%s is incomplete",
  (typed) => {
    expect(wantedOf(typed)).toBeNull();
    expect(ask(typed)).toMatchObject({ wanted: null, guest: "" });
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
  ["健二 2 1900", 2, "19:00", "健二"],
  ["2名 大友 19:00", 2, "19:00", "大友"],
  ["19:00 新規　花子 3名", 3, "19:00", "新規 花子"],
  ["09011112222 2名 19:00", 2, "19:00", "09011112222"],
  ["大友 2名 090-1111-2222 19:00", 2, "19:00", "大友 090-1111-2222"],
  ["2 1900 090 1111 2222", 2, "19:00", "090 1111 2222"],
  ["佐藤 19 時 2 名", 2, "19:00", "佐藤"],
  ["Smith for 2 at 7pm", 2, "19:00", "Smith"],
  ["2 1900 AB12CD34", 2, "19:00", "AB12CD34"],
])("%s is %i at %s for %s", (typed, guests, time, guest) => {
  expect(ask(typed)).toMatchObject({ wanted: { guests, time }, guests, time, guest });
});

it.each(["2 1900 3", "2 1900 0901", "4 19時 30分"])("%s is incomplete", (typed) => {
  expect(ask(typed)).toMatchObject({ wanted: null, guest: "" });
});

it.each([
  ["健二", null, null, "健二", ""],
  ["2 健二", 2, null, "健二", "2"],
  ["健二 2名", 2, null, "健二", "2名"],
  ["19:00 健二", null, "19:00", "健二", "19:00"],
  ["大友 09011112222", null, null, "大友 09011112222", ""],
  ["09011112222", null, null, "09011112222", ""],
  ["3名", 3, null, "", "3名"],
  ["19時半", null, "19:30", "", "19時半"],
])("%s lacks a part: %s guests at %s for %s", (typed, guests, time, guest, rest) => {
  expect(ask(typed)).toEqual({ wanted: null, guests, time, guest, day: null, impossibleDay: null, rest });
});

it.each([
  ["2名 19:00 12/5", "2026-12-05"],
  ["12月5日 2名 19:00 大友", "2026-12-05"],
  ["１２／５ 2名 19:00", "2026-12-05"],
  ["2名 2027-01-09 19:00", "2027-01-09"],
  ["2名 1/9 19:00", "2027-01-09"],
  ["2名 明日 19:00", "2026-12-05"],
  ["2名 19:00 13/45", null],
  ["2名 19:00", null],
])("%s is on %s", (typed, day) => {
  expect(ask(typed).day).toBe(day);
});

it.each(["2/30", "２／３０", "13/1", "13月1日", "2026-02-30", "0/5", "2027/4/31"])(
  "%s is a date that does not exist",
  (word) => {
    expect(ask(`2名 ${word} 19:00 大友`)).toMatchObject({
      guests: 2,
      time: "19:00",
      guest: "大友",
      day: null,
      impossibleDay: word,
    });
  },
);

it.each(["2名 12/5 19:00", "2名 2028-02-29 19:00", "2名 19:00 090-1111-2222", "2名 明日 19:00", "2名 19:00 12/0"])(
  "%s has no date that does not exist",
  (typed) => {
    expect(ask(typed).impossibleDay).toBeNull();
  },
);

it("continues on another day with the rest of the input", () => {
  expect(typedWithoutDay("大友 2名 19:00 12/5", TODAY)).toBe("大友 2名 19:00");
  expect(ask("大友 2名 19:00 12/5")).toMatchObject({ guest: "大友", rest: "2名 19:00 12/5" });
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

it("moves a time outside the meals to the next one", () => {
  const meals = [
    { from: "17:02", till: "22:30" },
    { from: "11:30", till: "14:30" },
  ];
  const time = (wanted: string) => nextServed({ guests: 2, time: wanted }, meals)?.time;
  expect(time("12:00")).toBe("12:00");
  expect(time("10:45")).toBe("11:30");
  expect(time("14:30")).toBe("17:05");
  expect(time("22:30"), "closed").toBeUndefined();
  expect(nextServed({ guests: 2, time: "15:00" }, [])?.time, "nothing is known").toBe("15:00");
});

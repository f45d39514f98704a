import { expect, it } from "vitest";
import { EMPTY, bodyOf, formOf, isComplete, progressOf, shownTime } from "./model";

const ROUND = {
  uid: "r",
  stage: "planned" as const,
  registerable_from: "2026-12-01 10:00:00",
  registerable_till: "2026-12-08 10:00:00",
  winners_count: 3,
  entries_limit: 7,
  questions: ["苦手な食材は？", "記念日は？"],
  registrations: 0,
  winners: 0,
  beacon_round: 34567890,
  draws_at: "2026-12-08T10:01:02+09:00",
  is_due: false,
  drawn_at: null,
  prrList: [],
};

it("sends back the values that it received", () => {
  expect(bodyOf(formOf(ROUND)).raffle_round).toEqual({
    registerable_from: "2026-12-01 10:00:00",
    registerable_till: "2026-12-08 10:00:00",
    winners_count: 3,
    entries_limit: 7,
    questions: ROUND.questions,
  });
});

it("is complete only with a valid period and with counts within their limits", () => {
  const whole = formOf(ROUND);
  expect(isComplete(whole)).toBe(true);
  expect(isComplete(EMPTY)).toBe(false);
  const changes = [
    { till: whole.from },
    { winners_count: "0" },
    { winners_count: "1001" },
    { winners_count: "1.5" },
    { entries_limit: "31" },
    { questions: "問\n".repeat(11) },
    { questions: "問".repeat(201) },
  ];
  expect(changes.filter((change) => isComplete({ ...whole, ...change }))).toEqual([]);
  expect(isComplete({ ...whole, questions: "\n 記念日は？ \n\n" })).toBe(true);
});

it("has the progress of its stage, or is drawn", () => {
  expect(progressOf(ROUND)).toBe("planned");
  expect(progressOf({ ...ROUND, stage: "closed" })).toBe("closed");
  expect(progressOf({ ...ROUND, stage: "closed", drawn_at: "2026-12-08T10:02:00+09:00" })).toBe("drawn");
});

it("shows times to the minute", () => {
  expect(shownTime("2026-12-01 10:00:00", "ja")).toBe("2026年12月01日 10:00");
  expect(shownTime("2026-12-01 10:00:00", "en")).toBe("1 Dec 2026 10:00");
});

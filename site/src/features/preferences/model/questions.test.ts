import { describe, expect, it } from "vitest";
import type { PreferenceQuestion } from "@/api";
import { answersOf, asked, unanswered } from "./questions";

function question(id: number, part: Partial<PreferenceQuestion> = {}): PreferenceQuestion {
  return {
    id,
    timing: "on_booking",
    question_type: "select",
    is_required: true,
    question_i18n: `質問${id}`,
    options_i18n: [
      { id: 1, label: "はい" },
      { id: 2, label: "いいえ" },
    ],
    parent_id: null,
    only_option_id: null,
    ...part,
  };
}

const questions = [
  question(1),
  question(2, { question_type: "singleline", parent_id: 1, only_option_id: 1 }),
  question(3, { question_type: "singleline", is_required: false }),
];

describe("preference questions", () => {
  it("include a child only if its option was chosen", () => {
    expect(asked(questions, {}).map(({ id }) => id)).toEqual([1, 3]);
    expect(asked(questions, { 1: "1" }).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(asked(questions, { 1: "2" }).map(({ id }) => id)).toEqual([1, 3]);
  });

  it("report required answers that are missing", () => {
    expect(unanswered(questions, {})).toEqual([1]);
    expect(unanswered(questions, { 1: "1", 2: "  " })).toEqual([2]);
    expect(unanswered(questions, { 1: "2" })).toEqual([]);
  });

  it("send the shown questions with their answers", () => {
    expect(answersOf(questions, { 1: "2", 2: "left over", 3: "" })).toEqual([
      { preference_question_id: 1, option_id: 2, text: "" },
    ]);
    expect(answersOf(questions, { 1: "1", 2: "蟹" })).toEqual([
      { preference_question_id: 1, option_id: 1, text: "" },
      { preference_question_id: 2, option_id: 0, text: "蟹" },
    ]);
  });
});

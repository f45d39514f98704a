import type { GivenAnswers, PreferenceQuestion } from "@/api";

/** Option id of an answer to a text question, which has no option. */
const NO_OPTION = 0;

/** One guest's answers by question id: the option's id or the text. */
export type Given = Readonly<Record<number, string>>;

/** Returns the questions for a guest: a child only if its parent's option was chosen. */
export function asked(questions: PreferenceQuestion[], given: Given): PreferenceQuestion[] {
  return questions.filter(
    ({ parent_id, only_option_id }) => parent_id === null || given[parent_id] === String(only_option_id),
  );
}

/** Returns the ids of the required questions that a guest has not answered. */
export function unanswered(questions: PreferenceQuestion[], given: Given): number[] {
  return asked(questions, given)
    .filter(({ id, is_required }) => is_required && (given[id] ?? "").trim() === "")
    .map(({ id }) => id);
}

/** Returns one guest's answers as the calls expect them, without hidden questions and blank answers. */
export function answersOf(questions: PreferenceQuestion[], given: Given): GivenAnswers["answers"] {
  return asked(questions, given)
    .filter(({ id }) => (given[id] ?? "").trim() !== "")
    .map(({ id, question_type }) =>
      question_type === "select"
        ? { preference_question_id: id, option_id: Number(given[id]), text: "" }
        : { preference_question_id: id, option_id: NO_OPTION, text: given[id] ?? "" },
    );
}

/** `preferences.0.12`: the server's name for question 12 of the first guest. */
export function fieldOf(guest: number, question: number): string {
  return `preferences.${guest}.${question}`;
}

import type { GivenAnswers, PreferenceQuestion } from "@/api";

/** No option: a line has none. */
const NO_OPTION = 0;

/** What one guest gave: the option's id or the text, by the question's id. */
export type Given = Readonly<Record<number, string>>;

/** The questions that a guest is asked: a child only after its parent's option was chosen. */
export function asked(questions: PreferenceQuestion[], given: Given): PreferenceQuestion[] {
  return questions.filter(
    ({ parent_id, only_option_id }) => parent_id === null || given[parent_id] === String(only_option_id),
  );
}

/** The required questions that a guest has not answered, by their ids. */
export function unanswered(questions: PreferenceQuestion[], given: Given): number[] {
  return asked(questions, given)
    .filter(({ id, is_required }) => is_required && (given[id] ?? "").trim() === "")
    .map(({ id }) => id);
}

/** One guest's answers as the calls take them; nothing for what was not asked or left blank. */
export function answersOf(questions: PreferenceQuestion[], given: Given): GivenAnswers["answers"] {
  return asked(questions, given)
    .filter(({ id }) => (given[id] ?? "").trim() !== "")
    .map(({ id, question_type }) =>
      question_type === "select"
        ? { preference_question_id: id, option_id: Number(given[id]), text: "" }
        : { preference_question_id: id, option_id: NO_OPTION, text: given[id] ?? "" },
    );
}

/** `preferences.0.12`, as the server names what is wrong with question 12 of the first guest. */
export function fieldOf(guest: number, question: number): string {
  return `preferences.${guest}.${question}`;
}

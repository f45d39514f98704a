import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PreferenceQuestion } from "@/api";
import { SelectField, TextField, useFocusFirstInvalid } from "@/ui";
import type { AnswersState } from "../hooks/useAnswers";
import { asked, fieldOf } from "../model/questions";
import styles from "./QuestionSets.module.css";

const MAX_ANSWER_LENGTH = 200;

interface QuestionSetsProps {
  questions: PreferenceQuestion[];
  state: AnswersState;
  /** Number of guests whose answers come before these. */
  after?: number;
}

/** The questions for each guest. After a failed attempt, the first unanswered question has the focus. */
export function QuestionSets({ questions, state, after = 0 }: QuestionSetsProps) {
  const { t } = useTranslation();
  const block = useRef<HTMLDivElement>(null);
  useFocusFirstInvalid(block, state.attempts);
  return (
    <div ref={block} className={styles.sets}>
      {state.places.map((guest) => (
        <fieldset key={guest} className={styles.set}>
          <legend className={styles.legend}>{t("preferences.guest", { number: after + guest + 1 })}</legend>
          {asked(questions, state.sets[guest] ?? {}).map((question) => (
            <QuestionField key={question.id} question={question} guest={guest} state={state} />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

interface QuestionFieldProps {
  question: PreferenceQuestion;
  guest: number;
  state: AnswersState;
}

function QuestionField({ question, guest, state }: QuestionFieldProps) {
  const { t } = useTranslation();
  const field = {
    label: question.question_i18n,
    mandatory: question.is_required,
    error: state.errors[fieldOf(guest, question.id)],
    value: state.sets[guest]?.[question.id] ?? "",
    onChange: (event: { target: { value: string } }) => state.set(guest, question.id, event.target.value),
  };
  if (question.question_type === "singleline") return <TextField {...field} maxLength={MAX_ANSWER_LENGTH} />;
  return (
    <SelectField {...field}>
      <option value="">{t("common.choose")}</option>
      {question.options_i18n.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

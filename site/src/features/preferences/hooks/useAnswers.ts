import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { GivenAnswers, PreferenceQuestion } from "@/api";
import { useStoredInput } from "@/drafts";
import { answersOf, fieldOf, unanswered } from "../model/questions";
import type { Given } from "../model/questions";

/** State of the answers of N guests, with their faults after an attempt. */
export function useAnswers(
  questions: PreferenceQuestion[],
  guests: number,
  first: readonly Given[] = [],
  refused: Readonly<Record<string, string>> = {},
  draft: string | null = null,
) {
  const { t } = useTranslation();
  const [sets, setSets] = useStoredInput<Readonly<Record<number, Given>>>(draft, { ...first });
  const [attempts, setAttempts] = useState(0);
  const places = questions.length === 0 ? [] : Array.from({ length: guests }, (_, place) => place);

  const missing = places.flatMap((guest) =>
    unanswered(questions, sets[guest] ?? {}).map((question) => fieldOf(guest, question)),
  );
  const errors: Record<string, string> = { ...refused };
  if (attempts > 0) for (const field of missing) errors[field] = t("preferences.missing");

  /** Reports whether the answers can be sent; counts a failed attempt otherwise. */
  const check = (): boolean => {
    if (missing.length > 0) setAttempts((count) => count + 1);
    return missing.length === 0;
  };

  const set = (guest: number, question: number, value: string) =>
    setSets((former) => ({ ...former, [guest]: { ...former[guest], [question]: value } }));

  const body: GivenAnswers[] = places.map((guest) => ({
    timing: questions[0]?.timing ?? "",
    answers: answersOf(questions, sets[guest] ?? {}),
  }));
  const isIncomplete = attempts > 0 && missing.length > 0;

  return { sets, places, errors, attempts, set, check, body, isIncomplete };
}

export type AnswersState = ReturnType<typeof useAnswers>;

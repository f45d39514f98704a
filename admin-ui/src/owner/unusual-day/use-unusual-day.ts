import { ApiError } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import type { TextKey } from "@/owner/i18n/use-t";
import { useAsk } from "@/console/ui";

interface Question {
  title: TextKey;
  text: TextKey;
}

const QUESTIONS: Partial<Record<string, Question>> = {
  past_unconfirmed: { title: "unusual_day.past", text: "unusual_day.past_text" },
  closed_day_unconfirmed: { title: "unusual_day.closed", text: "unusual_day.closed_text" },
};

function questionOf(error: unknown): Question | undefined {
  return error instanceof ApiError && error.problem.code !== undefined ? QUESTIONS[error.problem.code] : undefined;
}

/**
 * Sends a booking or a move. If the server rejects its day as past or closed, staff are asked, and their confirmation is
 * sent with it. Without a confirmation the rejection remains.
 */
export function useUnusualDay() {
  const t = useT();
  const ask = useAsk();
  return async <Answer>(send: (isDayConfirmed: boolean) => Promise<Answer>): Promise<Answer> => {
    try {
      return await send(false);
    } catch (error) {
      const question = questionOf(error);
      if (question === undefined) throw error;
      const isSure = await ask({ title: t(question.title), text: t(question.text), agree: t("unusual_day.agree") });
      if (!isSure) throw error;
      return send(true);
    }
  };
}

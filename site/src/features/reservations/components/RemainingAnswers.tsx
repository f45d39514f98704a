import { useTranslation } from "react-i18next";
import type { ReservationEditPage } from "@/api";
import { AnswerList } from "@/features/preferences";
import { Stack } from "@/ui";
import { answeredGroups, lacking } from "../model/edit";
import type { Draft } from "../model/edit";

interface RemainingAnswersProps {
  page: ReservationEditPage;
  draft: Draft;
  onToggle: (id: number) => void;
}

/** The choice of guests whose answers remain in a smaller party. */
export function RemainingAnswers({ page, draft, onToggle }: RemainingAnswersProps) {
  const { t } = useTranslation();
  return (
    <>
      {answeredGroups(page).map((timing) => {
        const missing = lacking(page, draft, timing);
        return (
          <section key={timing} aria-label={page.preferences[timing].title}>
            <Stack>
              <h3>{page.preferences[timing].title}</h3>
              <p role="status">
                {missing < 0
                  ? t("edit.keep_fewer", { count: -missing })
                  : missing > 0
                    ? t("edit.keep_more", { count: missing })
                    : t("edit.keep_right")}
              </p>
              <AnswerList group={page.preferences[timing]} dropped={draft.dropped} onToggle={onToggle} />
            </Stack>
          </section>
        );
      })}
    </>
  );
}

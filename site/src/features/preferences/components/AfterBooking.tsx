import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import type { AnswerGroup, PreferenceQuestion } from "@/api";
import { Button, Notice, Panel, Stack, WriteProblem, useWrite } from "@/ui";
import { useAnswers } from "../hooks/useAnswers";
import type { Given } from "../model/questions";
import { AnswerList } from "./AnswerList";
import { QuestionSets } from "./QuestionSets";

interface AfterBookingProps {
  uid: string;
  guests: number;
  questions: PreferenceQuestion[];
  group: AnswerGroup;
}

/** The restaurant's questions after the booking: the answers, and the form while they can be answered. */
export function AfterBooking({ uid, guests, questions, group }: AfterBookingProps) {
  const isAnswered = group.answers.length > 0;
  const [isOpen, setOpen] = useState(!isAnswered);
  const { t } = useTranslation();
  if (questions.length === 0 && !isAnswered) return null;
  return (
    <Panel>
      <Stack>
        <h2>{group.title}</h2>
        {isOpen && questions.length > 0 ? (
          <AnswerForm
            uid={uid}
            guests={guests}
            questions={questions}
            first={group.answers.map(givenOf)}
            onSaved={() => setOpen(false)}
          />
        ) : (
          <>
            <AnswerList group={group} />
            {questions.length > 0 && <Button onClick={() => setOpen(true)}>{t("preferences.change")}</Button>}
          </>
        )}
      </Stack>
    </Panel>
  );
}

function givenOf({ answers }: AnswerGroup["answers"][number]): Given {
  return Object.fromEntries(
    answers.map(({ preference_question_id, option_id, answer }) => [
      preference_question_id,
      option_id === null ? answer : String(option_id),
    ]),
  );
}

interface AnswerFormProps {
  uid: string;
  guests: number;
  questions: PreferenceQuestion[];
  first: Given[];
  onSaved: () => void;
}

function AnswerForm({ uid, guests, questions, first, onSaved }: AnswerFormProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const saving = useWrite();
  const state = useAnswers(questions, guests, first, saving.fields);

  const save = async () => {
    saving.reset();
    if (!state.check()) return;
    await saving.write(async () => {
      const { message } = await send("POST", "/users/reservations/{uid}/preferences", {
        path: { uid },
        body: { preferences: state.body },
      });
      if (message) showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
      onSaved();
    });
  };

  return (
    <Stack>
      <QuestionSets questions={questions} state={state} />
      {state.isIncomplete && (
        <Notice kind="alert" live>
          <p>{t("preferences.incomplete")}</p>
        </Notice>
      )}
      <WriteProblem write={saving} />
      <Button kind="primary" busy={saving.busy} onClick={() => void save()}>
        {t("preferences.save")}
      </Button>
    </Stack>
  );
}

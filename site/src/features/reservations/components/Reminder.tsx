import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import { Checkbox, Panel, Problem, Stack } from "@/ui";

/** Whether the reminder on the day before comes as a text message, too. */
export function Reminder({ uid, isOrder, bySms }: { uid: string; isOrder: boolean; bySms: boolean }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = async (by_sms: boolean) => {
    setBusy(true);
    setProblem(null);
    try {
      const { message } = await send("PATCH", "/users/reservations/{uid}/reminder", {
        path: { uid },
        body: { reminder: { by_sms } },
      });
      if (message) showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t("common.network_error"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Panel>
      <Stack>
        <h2>{t("reservations.reminder.title")}</h2>
        <p>{t(isOrder ? "reservations.reminder.text_order" : "reservations.reminder.text")}</p>
        <Checkbox
          label={t("reservations.reminder.by_sms")}
          checked={bySms}
          disabled={busy}
          onChange={(event) => void choose(event.target.checked)}
        />
        {problem && (
          <Problem>
            <p>{problem}</p>
          </Problem>
        )}
      </Stack>
    </Panel>
  );
}

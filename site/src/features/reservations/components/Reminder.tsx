import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import { Checkbox, Panel, Stack, WriteProblem, useWrite } from "@/ui";

/** The setting that sends the reminder of the previous day as a text message, too. */
export function Reminder({ uid, isOrder, bySms }: { uid: string; isOrder: boolean; bySms: boolean }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const saving = useWrite();

  const choose = (by_sms: boolean) =>
    saving.write(async () => {
      const { message } = await send("PATCH", "/users/reservations/{uid}/reminder", {
        path: { uid },
        body: { reminder: { by_sms } },
      });
      if (message) showFlash({ kind: "notice", message, sticky: false });
      await revalidate();
    });

  return (
    <Panel>
      <Stack>
        <h2>{t("reservations.reminder.title")}</h2>
        <p>{t(isOrder ? "reservations.reminder.text_order" : "reservations.reminder.text")}</p>
        <Checkbox
          label={t("reservations.reminder.by_sms")}
          checked={bySms}
          disabled={saving.busy}
          onChange={(event) => void choose(event.target.checked)}
        />
        <WriteProblem write={saving} />
      </Stack>
    </Panel>
  );
}

import { useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "react-i18next";
import { send, showFlash } from "@/api";
import type { InvitedReservationPage } from "@/api";
import { Button, Checkbox, Notice, Panel, SelectField, Stack, WriteProblem, useAsk, useWrite } from "@/ui";

/** Reduces an invited party: the guest chooses another number, agrees, and confirms once more (diner §4). */
export function FewerGuests({ page }: { page: InvitedReservationPage }) {
  const { t } = useTranslation();
  const { ask } = useAsk();
  const { revalidate } = useRevalidator();
  const current = page.invitation.guests_count;
  const [guests, setGuests] = useState(current);
  const [agreed, setAgreed] = useState(false);
  const sending = useWrite();
  const named = (count: number) => t("booking.guests_count", { count });

  const submit = async () => {
    if (!(await ask({ title: t("invitations.fewer.sure_title", { guests: named(guests) }) }))) return;
    await sending.write(async () => {
      const { message } = await send("POST", "/users/reservations/{uid}/ivr_guest_count_alter_requests", {
        path: { uid: page.invitation.uid },
        body: { ivr_guest_count_alter_request: { new_guest_count: guests } },
      });
      if (message) showFlash({ kind: "notice", message, sticky: false });
      setAgreed(false);
      await revalidate();
    });
  };

  return (
    <Panel>
      <Stack>
        <h2>{t("invitations.fewer.title")}</h2>
        {page.requested_guests_count !== null && (
          <Notice>
            <p>{t("invitations.fewer.waiting", { guests: named(page.requested_guests_count) })}</p>
          </Notice>
        )}
        <p>{t("invitations.fewer.text")}</p>
        <SelectField
          label={t("invitations.fewer.label")}
          value={guests}
          onChange={(event) => setGuests(Number(event.target.value))}
        >
          {Array.from({ length: current }, (_, index) => index + 1).map((count) => (
            <option key={count} value={count}>
              {named(count)}
            </option>
          ))}
        </SelectField>
        <Checkbox
          label={t("invitations.fewer.agree")}
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <WriteProblem write={sending} />
        <Button disabled={guests === current || !agreed} busy={sending.busy} onClick={() => void submit()}>
          {t("invitations.fewer.submit")}
        </Button>
      </Stack>
    </Panel>
  );
}

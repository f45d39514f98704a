import { useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { send, serverNow, showFlash } from "@/api";
import type { ProfilePage } from "@/api";
import { useStoredState } from "@/drafts";
import { TOKYO, addDays, dateInZone } from "@seki/shared/civil-time";
import { Button, Panel, Stack, TextAreaField, TextField, WriteProblem, useFocusFirstInvalid, useWrite } from "@/ui";
import styles from "./Security.module.css";

const MAX_RECOMMENDATION_LENGTH = 500;
const MAX_LENGTH = 100;

type GoldProfile = NonNullable<ProfilePage["gold_user_profile"]>;

/** A gold member's profile, which restaurants see with the bookings of gold slots (owner §3). */
export function GoldProfilePanel({ saved }: { saved: GoldProfile }) {
  const { t } = useTranslation();
  const [before, setBefore] = useState({ ...saved, birth_date: saved.birth_date ?? "" });
  const [values, setValues] = useStoredState("gold-profile", before);
  const saving = useWrite();
  const { fields } = saving;
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, attempts);

  const tooLong = (text: string, count: number) =>
    [...text.trim()].length > count ? t("review.delivery.error.too_long", { count }) : undefined;
  const faults = {
    omakase_recommendation: tooLong(values.omakase_recommendation, MAX_RECOMMENDATION_LENGTH),
    birthplace: tooLong(values.birthplace, MAX_LENGTH),
    industry_type: tooLong(values.industry_type, MAX_LENGTH),
  };
  const field = (name: keyof typeof faults) => ({
    label: t(`gold_profile.${name}`),
    value: values[name],
    error: faults[name] ?? fields[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });

  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (Object.values(faults).some(Boolean)) return setAttempts(attempts + 1);
    const isDone = await saving.write(async () => {
      const body = { gold_user_profile: values };
      const { message } = await send("PATCH", "/users/profile/gold_user_profile", { body });
      setBefore(values);
      showFlash({ kind: "notice", message, sticky: false });
    });
    if (!isDone) setAttempts(attempts + 1);
  };

  return (
    <Panel>
      <Stack>
        <h2>{t("gold_profile.title")}</h2>
        <p>{t("gold_profile.lead")}</p>
        <form ref={form} noValidate className={styles.form} onSubmit={(event) => void save(event)}>
          <TextAreaField
            rows={3}
            hint={t("review.delivery.at_most", { count: MAX_RECOMMENDATION_LENGTH })}
            {...field("omakase_recommendation")}
          />
          <TextField autoComplete="off" {...field("birthplace")} />
          <TextField
            type="date"
            autoComplete="bday"
            label={t("gold_profile.birth_date")}
            max={addDays(dateInZone(serverNow(), TOKYO), -1)}
            value={values.birth_date}
            error={fields.birth_date}
            onChange={(event) => setValues({ ...values, birth_date: event.target.value })}
          />
          <TextField autoComplete="off" {...field("industry_type")} />
          {Object.keys(fields).length === 0 && <WriteProblem write={saving} />}
          <div className={styles.buttons}>
            <Button type="submit" kind="primary" busy={saving.busy}>
              {t("gold_profile.save")}
            </Button>
          </div>
        </form>
      </Stack>
    </Panel>
  );
}

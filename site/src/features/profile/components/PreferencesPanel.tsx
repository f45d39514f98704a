import { useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, send, showFlash } from "@/api";
import type { ProfilePage } from "@/api";
import { useKept } from "@/drafts";
import { Button, Checkbox, Panel, Problem, Stack, TextAreaField, useFirstWrong } from "@/ui";
import styles from "./Security.module.css";

const LONGEST = 500;

type Preferences = Pick<ProfilePage, "allergy_description" | "dislikes">;

/** Allergies behind a tick, and what the diner does not like (diner §2). */
export function PreferencesPanel({ saved }: { saved: Preferences }) {
  const { t } = useTranslation();
  const [before, setBefore] = useState({ has_allergy: saved.allergy_description !== "", ...saved });
  const [values, setValues] = useKept("profile", before);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | "network" | null>(null);
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFirstWrong(form, attempts);
  const fields = refusal instanceof ApiError ? (refusal.problem.fields ?? {}) : {};

  // Nothing is cut off: what is too long says so, and stays to be shortened.
  const tooLong = (text: string) =>
    [...text.trim()].length > LONGEST ? t("review.delivery.error.too_long", { count: LONGEST }) : undefined;
  const limit = t("review.delivery.at_most", { count: LONGEST });
  const { has_allergy: hasAllergy, allergy_description: allergy, dislikes } = values;

  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if ((hasAllergy && tooLong(allergy)) || tooLong(dislikes)) return setAttempts(attempts + 1);
    setBusy(true);
    setRefusal(null);
    try {
      const { message } = await send("PATCH", "/users/profile", {
        body: { profile: values },
      });
      setBefore(values);
      showFlash({ kind: "notice", message, sticky: false });
    } catch (error) {
      setRefusal(error instanceof ApiError ? error : "network");
      setAttempts(attempts + 1);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Panel>
      <Stack>
        <h2>{t("profile_preferences.title")}</h2>
        <p>{t("profile_preferences.lead")}</p>
        <form ref={form} noValidate className={styles.form} onSubmit={(event) => void save(event)}>
          <Checkbox
            label={t("profile_preferences.has_allergy")}
            checked={hasAllergy}
            onChange={(event) => setValues({ ...values, has_allergy: event.target.checked })}
          />
          {hasAllergy && (
            <TextAreaField
              label={t("profile_preferences.allergy_description")}
              mandatory
              rows={3}
              hint={limit}
              value={allergy}
              error={tooLong(allergy) ?? fields.allergy_description}
              onChange={(event) => setValues({ ...values, allergy_description: event.target.value })}
            />
          )}
          <TextAreaField
            label={t("profile_preferences.dislikes")}
            rows={3}
            hint={limit}
            value={dislikes}
            error={tooLong(dislikes) ?? fields.dislikes}
            onChange={(event) => setValues({ ...values, dislikes: event.target.value })}
          />
          {refusal && Object.keys(fields).length === 0 && (
            <Problem>
              <p>{refusal === "network" ? t("common.network_error") : refusal.message}</p>
            </Problem>
          )}
          <div className={styles.buttons}>
            <Button type="submit" kind="primary" busy={busy}>
              {t("profile_preferences.save")}
            </Button>
          </div>
        </form>
      </Stack>
    </Panel>
  );
}

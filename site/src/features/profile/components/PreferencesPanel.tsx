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
  const [values, setValues] = useState(saved);
  const [hasAllergy, setHasAllergy] = useState(saved.allergy_description !== "");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | "network" | null>(null);
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFirstWrong(form, attempts);
  const fields = refusal instanceof ApiError ? (refusal.problem.fields ?? {}) : {};

  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      const { message } = await send("PATCH", "/users/profile", {
        body: { profile: { has_allergy: hasAllergy, ...values } },
      });
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
              maxLength={500}
              value={values.allergy_description}
              error={fields.allergy_description}
              onChange={(event) => setValues({ ...values, allergy_description: event.target.value })}
            />
          )}
          <TextAreaField
            label={t("profile_preferences.dislikes")}
            rows={3}
            maxLength={500}
            value={values.dislikes}
            error={fields.dislikes}
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

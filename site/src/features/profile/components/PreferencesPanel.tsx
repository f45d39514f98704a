import { useTranslation } from "react-i18next";
import { send } from "@/api";
import type { ProfilePage } from "@/api";
import { Checkbox, TextAreaField } from "@/ui";
import { useProfileForm } from "../hooks/useProfileForm";
import { ProfileForm } from "./ProfileForm";

const MAX_LENGTH = 500;

type Preferences = Pick<ProfilePage, "allergy_description" | "dislikes">;

/** Allergies, with a checkbox, and dislikes (diner §2). */
export function PreferencesPanel({ saved }: { saved: Preferences }) {
  const { t } = useTranslation();
  const edited = useProfileForm({
    name: "profile",
    saved: { has_allergy: saved.allergy_description !== "", ...saved },
    lengths: ({ has_allergy, allergy_description, dislikes }) => ({
      ...(has_allergy ? { allergy_description: { text: allergy_description, count: MAX_LENGTH } } : {}),
      dislikes: { text: dislikes, count: MAX_LENGTH },
    }),
    send: (profile) => send("PATCH", "/users/profile", { body: { profile } }),
  });
  const { values, put, errorOf } = edited;
  const limit = t("review.delivery.at_most", { count: MAX_LENGTH });
  return (
    <ProfileForm
      title={t("profile_preferences.title")}
      lead={t("profile_preferences.lead")}
      submit={t("profile_preferences.save")}
      of={edited}
    >
      <Checkbox
        label={t("profile_preferences.has_allergy")}
        checked={values.has_allergy}
        onChange={(event) => put({ has_allergy: event.target.checked })}
      />
      {values.has_allergy && (
        <TextAreaField
          label={t("profile_preferences.allergy_description")}
          mandatory
          rows={3}
          hint={limit}
          value={values.allergy_description}
          error={errorOf("allergy_description")}
          onChange={(event) => put({ allergy_description: event.target.value })}
        />
      )}
      <TextAreaField
        label={t("profile_preferences.dislikes")}
        rows={3}
        hint={limit}
        value={values.dislikes}
        error={errorOf("dislikes")}
        onChange={(event) => put({ dislikes: event.target.value })}
      />
    </ProfileForm>
  );
}

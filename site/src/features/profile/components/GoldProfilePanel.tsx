import { useTranslation } from "react-i18next";
import { send, serverNow } from "@/api";
import type { ProfilePage } from "@/api";
import { TOKYO, addDays, dateInZone } from "@seki/shared/civil-time";
import { TextAreaField, TextField } from "@/ui";
import { useProfileForm } from "../hooks/useProfileForm";
import { ProfileForm } from "./ProfileForm";

const MAX_RECOMMENDATION_LENGTH = 500;
const MAX_LENGTH = 100;

type GoldProfile = NonNullable<ProfilePage["gold_user_profile"]>;

/** A gold member's profile, which restaurants see with the bookings of gold slots (owner §3). */
export function GoldProfilePanel({ saved }: { saved: GoldProfile }) {
  const { t } = useTranslation();
  const edited = useProfileForm({
    name: "gold-profile",
    saved: { ...saved, birth_date: saved.birth_date ?? "" },
    lengths: ({ omakase_recommendation, birthplace, industry_type }) => ({
      omakase_recommendation: { text: omakase_recommendation, count: MAX_RECOMMENDATION_LENGTH },
      birthplace: { text: birthplace, count: MAX_LENGTH },
      industry_type: { text: industry_type, count: MAX_LENGTH },
    }),
    send: (profile) => send("PATCH", "/users/profile/gold_user_profile", { body: { gold_user_profile: profile } }),
  });
  const { values, put, errorOf } = edited;
  const field = (name: "omakase_recommendation" | "birthplace" | "industry_type") => ({
    label: t(`gold_profile.${name}`),
    value: values[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => put({ [name]: event.target.value }),
  });
  return (
    <ProfileForm
      title={t("gold_profile.title")}
      lead={t("gold_profile.lead")}
      submit={t("gold_profile.save")}
      of={edited}
    >
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
        error={edited.saving.fields.birth_date}
        onChange={(event) => put({ birth_date: event.target.value })}
      />
      <TextField autoComplete="off" {...field("industry_type")} />
    </ProfileForm>
  );
}

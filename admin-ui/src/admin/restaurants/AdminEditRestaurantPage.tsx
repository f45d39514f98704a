import { useMemo } from "react";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { ProfileForm } from "./ProfileForm";
import { FURTHER_FIELDS, MAIN_FIELDS, TEXT_FIELDS, changedProfile, shownProfile } from "./profile-fields";

const GROUPS = [MAIN_FIELDS, TEXT_FIELDS, FURTHER_FIELDS];

export default function AdminEditRestaurantPage() {
  const t = useT();
  const { slug, profile, choices } = usePageData<"admin_edit_restaurant">();
  const record = useMemo(() => shownProfile(profile), [profile]);
  return (
    <>
      <PageTitle title={t("restaurant.edit_title")} />
      <ProfileForm
        groups={GROUPS}
        choices={choices}
        record={record}
        submit={t("console.save")}
        back={paths.restaurant(slug)}
        save={(values, theirs) => {
          const { changed, expected } = changedProfile(GROUPS.flat(), { ...profile, ...theirs }, values);
          const body = { restaurant: changed as Schemas["Profile"], expected };
          return send("PATCH", "/admin/restaurants/{slug}", { path: { slug }, body });
        }}
      />
    </>
  );
}

import Typography from "@mui/material/Typography";
import { send } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { newRecord } from "../masters/fields";
import { ProfileForm } from "./ProfileForm";
import { FOUNDING_FIELDS, MAIN_FIELDS, TEXT_FIELDS, storedProfile } from "./profile-fields";

const GROUPS = [FOUNDING_FIELDS, MAIN_FIELDS, TEXT_FIELDS];
const RECORD = newRecord(FOUNDING_FIELDS);

export default function AdminNewRestaurantPage() {
  const t = useT();
  const { choices } = usePageData<"admin_new_restaurant">();
  return (
    <>
      <PageTitle title={t("restaurant.new_title")} />
      <Typography sx={{ mb: 2 }}>{t("restaurant.new_lead")}</Typography>
      <ProfileForm
        groups={GROUPS}
        choices={choices}
        record={RECORD}
        submit={t("restaurant.create")}
        back={paths.restaurants}
        save={(values) => {
          const restaurant = storedProfile(GROUPS.flat(), values) as Schemas["NewRestaurant"];
          return send("POST", "/admin/restaurants", { body: { restaurant } });
        }}
      />
    </>
  );
}

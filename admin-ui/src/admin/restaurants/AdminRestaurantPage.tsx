import type { ReactNode } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link, useRevalidator } from "react-router";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { Facts, PageTitle, usePrefecture } from "@/console/ui";
import { Checklist } from "./Checklist";
import { EmailCell, LoginCell, OperationCell, PinCell } from "./cells";

/** A restaurant: its checklist, its settings, and its own fields. */
export default function AdminRestaurantPage() {
  const t = useT();
  const prefecture = usePrefecture();
  const { revalidate } = useRevalidator();
  const { restaurant, profile, area, cuisine, facilities, checklist } = usePageData<"admin_restaurant">();
  const { slug } = restaurant;
  const written = () => void revalidate();
  return (
    <>
      <PageTitle
        title={restaurant.restaurant_name}
        actions={
          <>
            <PinCell row={restaurant} onWritten={written} />
            <Button href={paths.dinersPage(slug)}>{t("restaurant.page")}</Button>
            <Button href={paths.future(slug)}>{t("restaurant.future")}</Button>
            <Button component={Link} to={paths.editRestaurant(slug)} variant="contained">
              {t("restaurant.edit")}
            </Button>
          </>
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { lg: "minmax(0, 3fr) minmax(0, 2fr)" },
          alignItems: "start",
        }}
      >
        <Checklist slug={slug} checklist={checklist} />
        <Box sx={{ display: "grid", gap: 2 }}>
          <Pane title={t("restaurant.start")}>
            <OperationCell row={restaurant} onWritten={written} />
          </Pane>
          <Pane title={t("restaurant.emails")}>
            <EmailCell row={restaurant} />
          </Pane>
        </Box>
        <Pane title={t("restaurant.about")}>
          <Facts
            facts={[
              [t("field.slug"), slug],
              [t("resources.restaurants.fields.owner.nickname"), <LoginCell key="login" row={restaurant} />],
              [t("field.visibility"), t(`restaurants.visibility.${restaurant.visibility}`)],
              [
                t("resources.restaurants.fields.is_noindex"),
                t(restaurant.is_noindex ? "restaurants.yes" : "restaurants.no"),
              ],
              [t("field.name_ja"), profile.name_ja],
              [t("field.name_en"), profile.name_en],
              [t("field.name_kana"), profile.name_kana],
              [t("field.area_id"), area],
              [t("field.cuisine_id"), cuisine],
              [t("field.prefecture"), prefecture(profile.prefecture)],
              [t("field.address_ja"), profile.address_ja],
              [t("field.phone"), profile.phone],
              [t("field.email"), profile.email],
              [t("field.url"), profile.url],
              [t("field.facilities"), facilities.map(({ label }) => label).join(" / ")],
              [t("field.tagline_ja"), profile.tagline_ja],
              [t("field.description_ja"), profile.description_ja],
            ]}
          />
        </Pane>
      </Box>
    </>
  );
}

function Pane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}

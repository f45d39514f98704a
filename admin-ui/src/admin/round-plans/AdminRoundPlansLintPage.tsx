import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";

/** The restaurants whose plans never open, open twice, or omit a group. */
export default function AdminRoundPlansLintPage() {
  const t = useT();
  const { restaurants } = usePageData<"admin_round_plans_lint">();
  return (
    <>
      <PageTitle title={t("rounds.lint_title")} />
      <Typography sx={{ mb: 2, maxWidth: 760 }}>{t("rounds.lint_lead")}</Typography>
      {restaurants.length === 0 && <Typography>{t("rounds.lint_none")}</Typography>}
      <Box sx={{ display: "grid", gap: 1.5, maxWidth: 760 }}>
        {restaurants.map(({ slug, restaurant_name, oddities }) => (
          <Paper key={slug} variant="outlined" sx={{ p: 2 }}>
            <AppLink to={paths.roundPlans(slug)} sx={{ fontWeight: 700 }}>
              {restaurant_name}
            </AppLink>
            <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 3 }}>
              {oddities.map(({ code, message }, index) => (
                <li key={`${code} ${index}`}>{message}</li>
              ))}
            </Box>
          </Paper>
        ))}
      </Box>
    </>
  );
}

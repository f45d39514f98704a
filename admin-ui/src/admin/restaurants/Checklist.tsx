import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import RadioButtonUncheckedIcon from "@mui/icons-material/RadioButtonUnchecked";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink } from "@/console/ui";

type Step = Schemas["ChecklistStep"];

/** Where a step is done; the online start is set on this very page. Seats stand in groups, which have a page of their own. */
function placeOf(step: Step, slug: string): string | null {
  const places: Record<Step, string | null> = {
    profile: paths.editRestaurant(slug),
    pictures: paths.pictures(slug),
    operations: paths.masters(slug, "operations"),
    seats: paths.masters(slug, "inventory_items"),
    courses: paths.masters(slug, "courses"),
    slots: paths.refillTemplates(slug),
    rounds: paths.roundPlans(slug),
    owner: paths.staff(slug),
    email: paths.newEmailSubscription(slug),
    visibility: paths.riskySettings(slug),
    online_start: null,
  };
  return places[step];
}

/** Why an open step is to be done. Where guests can book already, one that is needed is not needed for that. */
function whyOf(isNeeded: boolean, isBookable: boolean) {
  if (!isNeeded) return "restaurant.good";
  return isBookable ? "restaurant.needed_to_operate" : "restaurant.needed";
}

/** What a restaurant still lacks to be bookable, each with the place where it is done. */
export function Checklist({ slug, checklist }: { slug: string; checklist: Schemas["Checklist"] }) {
  const t = useT();
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t("restaurant.checklist")}
      </Typography>
      <Alert severity={checklist.is_bookable ? "success" : "info"} sx={{ mb: 1.5 }}>
        {t(checklist.is_bookable ? "restaurant.bookable" : "restaurant.not_bookable")}
      </Alert>
      <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 0.5 }}>
        {checklist.items.map(({ step, is_done, is_needed }) => {
          const place = placeOf(step, slug);
          const state = t(is_done ? "restaurant.done" : "restaurant.open");
          return (
            <Box
              component="li"
              key={step}
              sx={{ display: "flex", alignItems: "center", gap: 1, flexWrap: "wrap", minHeight: 36 }}
            >
              {is_done ? (
                <CheckCircleIcon color="success" fontSize="small" titleAccess={state} />
              ) : (
                <RadioButtonUncheckedIcon
                  color={is_needed && !checklist.is_bookable ? "error" : "disabled"}
                  fontSize="small"
                  titleAccess={state}
                />
              )}
              {step === "seats" && (
                <>
                  <AppLink to={paths.masters(slug, "inventory_groups")}>{t("masters.kind.inventory_groups")}</AppLink>
                  <span aria-hidden>→</span>
                </>
              )}
              {place === null ? (
                t(`restaurant.step.${step}`)
              ) : (
                <AppLink to={place}>{t(`restaurant.step.${step}`)}</AppLink>
              )}
              {!is_done && <Chip size="small" variant="outlined" label={t(whyOf(is_needed, checklist.is_bookable))} />}
            </Box>
          );
        })}
      </Box>
    </Paper>
  );
}

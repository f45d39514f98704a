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

/**
 * Returns the page of a step; null for the online start, which is set on this page. Seats belong to groups, which have
 * another page.
 */
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

/** Returns the reason of an open step. At a bookable restaurant a required step is not required for booking. */
function reasonOf(isNeeded: boolean, isBookable: boolean) {
  if (!isNeeded) return "restaurant.good";
  return isBookable ? "restaurant.needed_to_operate" : "restaurant.needed";
}

/** The steps that a restaurant still needs before it is bookable, each with a link to its page. */
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
              {!is_done && (
                <Chip size="small" variant="outlined" label={t(reasonOf(is_needed, checklist.is_bookable))} />
              )}
            </Box>
          );
        })}
      </Box>
    </Paper>
  );
}

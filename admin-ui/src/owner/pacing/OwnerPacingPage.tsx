import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { PageTitle, useLeaveGuard, useNoticedWrite, useReportChanged } from "@/console/ui";
import { ChangedMeanwhile, sendEdit, useDraft } from "../drafts";
import { Writers } from "../rights";
import { StaysForm } from "./StaysForm";
import { WaitingRoomSwitch } from "./WaitingRoomSwitch";
import { limitOf } from "./model";

type Meal = Schemas["MealPacing"];
type Limit = "pacing_max_guests" | "pacing_max_parties";

const LIMITS: readonly Limit[] = ["pacing_max_guests", "pacing_max_parties"];

/**
 * Sets the pacing, how many guests and parties may arrive in a quarter of an hour of each meal from the web, how long parties usually stay,
 * and whether diners wait in a drawn order in front of an opening.
 */
export default function OwnerPacingPage() {
  const t = useT();
  const { data, session } = usePage<"owner_pacing">();
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, boolean>>>({});
  useLeaveGuard(Object.values(unsaved).includes(true));
  const reportChangedOf = (form: string) => (isChanged: boolean) =>
    setUnsaved((old) => ({ ...old, [form]: isChanged }));
  const { slug } = session.restaurant;
  return (
    <>
      <PageTitle title={t("menu.pacing")} />
      <Box sx={{ display: "grid", gap: 4, maxWidth: 760 }}>
        <PacingForm key={`pacing ${slug}`} meals={data.pacing} most={data.most} onUnsaved={reportChangedOf("pacing")} />
        {data.stays.length > 0 && (
          <StaysForm key={`stays ${slug}`} meals={data.stays} onUnsaved={reportChangedOf("stays")} />
        )}
        <WaitingRoomSwitch />
      </Box>
    </>
  );
}

interface PacingProps {
  meals: Meal[];
  most: number;
  onUnsaved: (isChanged: boolean) => void;
}

/** The key of a meal's limit, which is also its name in the call's expected values. */
const nameOf = (meal: Meal, limit: Limit) => `${meal.operation}.${limit}`;

/** Returns each limit of each meal. */
function limitsOf(meals: readonly Meal[]) {
  return meals.flatMap((meal) => LIMITS.map((limit) => ({ meal, limit, name: nameOf(meal, limit) })));
}

function PacingForm({ meals, most, onUnsaved }: PacingProps) {
  const t = useT();
  const { session, reload } = usePage<"owner_pacing">();
  const { busy, write } = useNoticedWrite();
  const limits = limitsOf(meals);
  const saved = Object.fromEntries(limits.map(({ meal, limit, name }) => [name, String(meal[limit] ?? "")]));
  const edit = useDraft<Record<string, string>>(null, saved);
  const { draft, set, expected, clashes, isUnsaved, sent } = edit;
  useReportChanged(isUnsaved, onUnsaved);
  const isInvalid = limits.some(({ name }) => limitOf(draft[name] ?? "", most) === "invalid");
  const save = async () => {
    const changed = limits.filter(({ name }) => name in expected);
    const pacing: Schemas["PacingBody"]["pacing"] = {};
    for (const { meal, limit, name } of changed) {
      pacing[meal.operation] = { ...pacing[meal.operation], [limit]: limitOf(draft[name] ?? "", most) };
    }
    const call = { path: { slug: session.restaurant.slug }, body: { pacing, expected } };
    if (!(await write(() => sendEdit(() => send("PATCH", "/owners/api/pacing/{slug}", call), reload)))) return;
    sent(draft);
    showFlash({ kind: "notice", message: t("pacing_settings.saved"), sticky: false });
    await reload();
  };
  return (
    <Paper
      variant="outlined"
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isInvalid && clashes.length === 0) void save();
      }}
      sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2.5 }}
    >
      <div>
        <Typography>{t("pacing_settings.lead")}</Typography>
        <Typography color="text.secondary" sx={{ mt: 1 }}>
          {t("pacing_settings.who")}
        </Typography>
      </div>
      {meals.map((meal) => (
        <Box
          key={meal.operation}
          component="fieldset"
          sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: "flex", flexWrap: "wrap", gap: 2 }}
        >
          <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1.5 }}>
            {meal.label}
          </Typography>
          {LIMITS.map((limit) => (
            <LimitField
              key={limit}
              limit={limit}
              text={draft[nameOf(meal, limit)] ?? ""}
              most={most}
              onChange={(text) => set({ [nameOf(meal, limit)]: text })}
            />
          ))}
        </Box>
      ))}
      {meals.length === 0 && <Typography color="text.secondary">{t("pacing_settings.no_meals")}</Typography>}
      <Typography color="text.secondary" variant="body2">
        {t("pacing_settings.kept")}
      </Typography>
      <ChangedMeanwhile<Record<string, string>>
        form={edit}
        fields={Object.fromEntries(
          limits.map(({ meal, limit, name }) => [
            name,
            {
              label: t("pacing_settings.of_meal", { meal: meal.label, limit: t(`pacing_settings.${limit}`) }),
              saved: saved[name] ?? "",
            },
          ]),
        )}
      />
      <Writers of="office">
        <Button
          type="submit"
          variant="contained"
          loading={busy}
          disabled={isInvalid || clashes.length > 0}
          sx={{ justifySelf: "start" }}
        >
          {t("console.save")}
        </Button>
      </Writers>
    </Paper>
  );
}

interface LimitProps {
  limit: Limit;
  text: string;
  most: number;
  onChange: (text: string) => void;
}

function LimitField({ limit, text, most, onChange }: LimitProps) {
  const t = useT();
  const isInvalid = limitOf(text, most) === "invalid";
  return (
    <TextField
      label={t(`pacing_settings.${limit}`)}
      value={text}
      error={isInvalid}
      helperText={isInvalid ? t("pacing_settings.invalid", { most }) : t("pacing_settings.blank")}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        htmlInput: { inputMode: "numeric", autoComplete: "off" },
        input: {
          endAdornment: <InputAdornment position="end">{t(`pacing_settings.unit.${limit}`)}</InputAdornment>,
        },
      }}
      sx={{ flex: "1 1 14rem", maxWidth: 320 }}
    />
  );
}

import { useState } from "react";
import type { SyntheticEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { Link } from "react-router";
import { useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { audit } from "@/admin/i18n/ja/audit";
import { useT } from "@/admin/i18n/use-t";
import { useNarrowing, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { EventTable } from "./EventTable";
import { addressOf, isNumber } from "./words";

type Filter = Schemas["AuditFilter"];

const ACTORS = ["diner", "owner", "admin", "system", "command_line"] as const;
const ACTIONS = Object.keys(audit.audit.action);

/** The audit log, newest first. */
export default function AdminAuditEventsPage() {
  const t = useT();
  const { filter, events, next } = usePageData<"admin_audit_events">();
  return (
    <>
      <PageTitle title={t("audit.title")} />
      <Narrow key={JSON.stringify(filter)} filter={filter} />
      <EventTable label={t("audit.title")} events={events} />
      {next !== null && (
        <Button component={Link} to={addressOf(filter, next)} variant="outlined" sx={{ mt: 2 }}>
          {t("audit.older")}
        </Button>
      )}
    </>
  );
}

function Narrow({ filter }: { filter: Filter }) {
  const t = useT();
  const { locale } = useShell();
  const { refused, narrow } = useNarrowing();
  const [asked, setAsked] = useState(filter);
  const [isTried, setTried] = useState(false);
  const isNoNumber = isTried && !isNumber(asked.actor_id);
  const problems = isNoNumber ? { actor_id: t("audit.actor_id_invalid") } : refused;
  const show = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (isNumber(asked.actor_id)) void narrow(addressOf(asked));
  };
  const field = (name: keyof Filter) => ({
    size: "small" as const,
    value: asked[name],
    error: name in problems,
    helperText: (problems as Partial<Filter>)[name],
    onChange: (event: { target: { value: string } }) => setAsked({ ...asked, [name]: event.target.value }),
    sx: { flex: { xs: "1 1 100%", sm: "1 1 9rem" }, maxWidth: { sm: "16rem" } },
  });
  // In the order of the texts: readers do not know the keys.
  const actions = ACTIONS.map((action) => ({ action, label: t(`audit.action.${action as "hold_placed"}`) })).toSorted(
    (one, other) => one.label.localeCompare(other.label, locale),
  );
  const choice = { select: true, slotProps: { select: { native: true }, inputLabel: { shrink: true } } };
  return (
    <Box
      component="form"
      onSubmit={show}
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "flex-start", gap: 1, mb: 2 }}
    >
      <TextField label={t("audit.actor")} {...choice} {...field("actor")}>
        <option value="">{t("audit.all")}</option>
        {ACTORS.map((actor) => (
          <option key={actor} value={actor}>
            {t(`audit.kind.${actor}`)}
          </option>
        ))}
      </TextField>
      <TextField label={t("audit.actor_id")} inputMode="numeric" {...field("actor_id")} />
      <TextField label={t("audit.action_label")} {...choice} {...field("action")}>
        <option value="">{t("audit.every_action")}</option>
        {actions.map(({ action, label }) => (
          <option key={action} value={nameOf(action)}>
            {label}
          </option>
        ))}
      </TextField>
      <TextField label={t("audit.restaurant")} placeholder="sushi-kagura" {...field("restaurant")} />
      <TextField label={t("audit.date")} type="date" slotProps={{ inputLabel: { shrink: true } }} {...field("date")} />
      <Button type="submit" variant="contained">
        {t("audit.show")}
      </Button>
    </Box>
  );
}

/** Returns an action's name in the log. Text keys contain no dots. */
function nameOf(key: string): string {
  return key.replace("__", ".");
}

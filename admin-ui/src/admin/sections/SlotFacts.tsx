import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { formatShortDate } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths } from "@/admin/navigation";
import { AppLink, Facts } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";

type Slot = Schemas["AdminSlot"];
type Stock = Schemas["AdminStock"];

/** The offer of a slot, and the reservations of its stocks. */
export function SlotFacts({ slot }: { slot: Slot }) {
  const t = useT();
  const { locale } = useShell();
  const access = ({ is_whitelist, customer_groups }: Stock) => {
    const groups = customer_groups.join(t("list.and"));
    if (customer_groups.length === 0) return t(is_whitelist ? "sections.slot.no_group" : "sections.slot.open_to_all");
    return t(is_whitelist ? "sections.slot.only" : "sections.slot.all_but", { groups });
  };
  const holder = ({ reservation_id, is_freed }: Stock) => {
    if (reservation_id !== null) {
      return (
        <>
          <Chip size="small" color="warning" label={t("sections.slot.reserved")} sx={{ mr: 1 }} />
          <AppLink to={paths.reservation(String(reservation_id))}>{t("sections.slot.to_reservation")}</AppLink>
        </>
      );
    }
    return <Chip size="small" label={t(is_freed ? "sections.slot.freed" : "sections.slot.free")} />;
  };
  return (
    <>
      <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
        <Facts
          facts={[
            [
              t("sections.slots.when"),
              `${formatShortDate(slot.date, locale)} ${t(`sections.operation.${slot.operation}`)}`,
            ],
            [t("sections.slot.times"), slot.times.map(({ from, till }) => `${from}–${till}`).join("\n")],
            [t("sections.inventory_group"), slot.inventory_group_title],
            [
              t("sections.slots.guests"),
              t("sections.slots.guests_counts", { counts: slot.guests_counts.join(t("list.and")) }),
            ],
            [t("sections.slot.courses"), slot.courses.join("\n")],
            [t("sections.slot.last_solo"), slot.always_allow_last_solo && t("sections.slot.allowed")],
          ]}
        />
      </Paper>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t("sections.slot.stocks")}
      </Typography>
      <RowTable
        label={t("sections.slot.stocks")}
        rows={slot.stocks}
        keyOf={({ label }) => label}
        empty={t("console.empty")}
        columns={[
          { label: t("sections.slots.seats"), cell: ({ label }) => label },
          { label: t("sections.slots.state_label"), cell: holder },
          { label: t("sections.slot.access"), cell: access },
        ]}
      />
    </>
  );
}

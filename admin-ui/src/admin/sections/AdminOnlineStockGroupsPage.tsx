import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import { formatShortDate } from "@seki/shared/civil-time";
import { useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData, useSlug } from "@/admin/navigation";
import { AppLink, PageTitle } from "@/console/ui";
import { RowTable } from "@/console/ui/lists";
import { FilterChoice, FilterField, FilterForm } from "./FilterForm";
import { ListEnd } from "./ListEnd";

type Slot = Schemas["ListedSlot"];

const STATES = ["open", "full", "closed", "past"] as const;
const COLOURS = { open: "success", full: "warning", closed: "default", past: "default" } as const;

/** The slots of a restaurant by day. */
export default function AdminOnlineStockGroupsPage() {
  const t = useT();
  const slug = useSlug();
  const { locale } = useShell();
  const { filter, inventory_groups, online_stock_groups, next } = usePageData<"admin_online_stock_groups">();
  const when = (slot: Slot) => (
    <>
      <AppLink to={paths.onlineStockGroup(slug, slot.uid)} sx={{ whiteSpace: "nowrap" }}>
        {formatShortDate(slot.date, locale)} {t(`sections.operation.${slot.operation}`)}
      </AppLink>
      <div>{slot.times.map(({ from, till }) => `${from}–${till}`).join(", ")}</div>
    </>
  );
  const state = (slot: Slot) => (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap" }}>
      <Chip size="small" color={COLOURS[slot.state]} label={t(`sections.slots.state.${slot.state}`)} />
      {slot.gold && (
        <Chip
          size="small"
          variant="outlined"
          clickable
          component="a"
          href={paths.goldAllocation(slug, slot.uid, slot.gold.allocation_uid)}
          label={t("sections.slots.gold", { round: slot.gold.round_title })}
        />
      )}
    </Stack>
  );
  return (
    <>
      <PageTitle title={t("sections.slots.title")} />
      <FilterForm>
        <FilterField name="date_from" type="date" label={t("sections.date_from")} value={filter.date_from} />
        <FilterField name="date_till" type="date" label={t("sections.date_till")} value={filter.date_till} />
        <FilterChoice
          name="inventory_group_id"
          label={t("sections.inventory_group")}
          value={filter.inventory_group_id === null ? null : String(filter.inventory_group_id)}
          all={t("sections.all")}
          choices={inventory_groups.map(({ id, title }) => [String(id), title])}
        />
        <FilterChoice
          name="state"
          label={t("sections.slots.state_label")}
          value={filter.state}
          all={t("sections.all")}
          choices={STATES.map((each) => [each, t(`sections.slots.state.${each}`)])}
        />
        <FilterChoice
          name="is_gold"
          label={t("sections.slots.kind")}
          value={filter.is_gold === null ? null : String(Number(filter.is_gold))}
          all={t("sections.all")}
          choices={[
            ["1", t("sections.slots.kind_gold")],
            ["0", t("sections.slots.kind_ordinary")],
          ]}
        />
      </FilterForm>
      <RowTable
        label={t("sections.slots.title")}
        rows={online_stock_groups}
        keyOf={({ uid }) => uid}
        empty={t("sections.slots.empty")}
        columns={[
          { label: t("sections.slots.when"), cell: when },
          { label: t("sections.slots.state_label"), cell: state },
          { label: t("sections.inventory_group"), cell: (slot) => slot.inventory_group_title },
          {
            label: t("sections.slots.seats"),
            cell: ({ free_stocks: free, stocks }) => t("sections.slots.free", { free, stocks }),
          },
          {
            label: t("sections.slots.guests"),
            cell: ({ guests_counts }) =>
              t("sections.slots.guests_counts", { counts: guests_counts.join(t("list.and")) }),
          },
        ]}
      />
      <ListEnd next={next} />
    </>
  );
}

import Box from "@mui/material/Box";
import { joiner } from "@/console/i18n/page-language";
import { useT } from "@/owner/i18n/use-t";
import type { Detail } from "./form";
import { Section } from "./Section";

type State = Detail["guests_count_selector_states"][number];

/** Shows the party sizes of customer groups that differ from the slot's own. */
export function SelectorsSection({ detail }: { detail: Detail }) {
  const t = useT();
  const counts = detail.selected_guests_counts.map(({ guests_count }) => guests_count).join();
  const differs = ({ gcss_options }: State) =>
    gcss_options.map(({ guests_count }) => guests_count).join() !== counts ||
    gcss_options.some(({ max_per_isg }) => max_per_isg !== null);
  const own = detail.guests_count_selector_states.filter(differs);
  if (own.length === 0) return null;
  const labelOf = (id: number | null) =>
    detail.customer_groups.find((group) => group.id === id)?.label ?? t("slots.without_group");
  const option = ({ guests_count, max_per_isg }: State["gcss_options"][number]) =>
    max_per_isg === null
      ? t("console.guests", { count: guests_count })
      : t("slots.max_parties", { count: guests_count, max: max_per_isg });
  return (
    <Section title={t("slots.selectors")} open={false}>
      <Box component="ul" sx={{ m: 0, pl: 3 }}>
        {own.map((state) => (
          <li key={state.customer_group_id ?? 0}>
            {t("slots.selector", {
              group: labelOf(state.customer_group_id) + (state.is_locked ? t("slots.selector_locked") : ""),
              counts: state.gcss_options.map(option).join(joiner()),
            })}
          </li>
        ))}
      </Box>
    </Section>
  );
}

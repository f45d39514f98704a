import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths } from "@/owner/navigation";
import { AppLink } from "@/console/ui";
import { shownNumber, withHyphens } from "@seki/shared/phone";
import { NO_GROUP } from "./model/filter";
import type { CustomerFilter } from "./model/filter";
import { useTags } from "./notes/use-tags";

interface Props {
  filter: CustomerFilter;
  groups: readonly Schemas["GroupChoice"][];
  total: number;
}

/** Shows the conditions of the list, and the number of matching customers. */
export function SearchSummary({ filter, groups, total }: Props) {
  const conditions = useConditions(filter, groups);
  const t = useT();
  return (
    <Box
      role="status"
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center", mb: 2 }}
      aria-label={t("customers.narrowed")}
    >
      <Typography component="strong" sx={{ fontWeight: 600 }}>
        {t("customers.total", { count: total })}
      </Typography>
      {conditions.length === 0 ? (
        <Typography color="text.secondary">{t("customers.all")}</Typography>
      ) : (
        <>
          {conditions.map((condition) => (
            <Chip key={condition} size="small" label={condition} />
          ))}
          <AppLink to={paths.customers}>{t("customers.clear")}</AppLink>
        </>
      )}
    </Box>
  );
}

function useConditions(filter: CustomerFilter, groups: Props["groups"]): string[] {
  const t = useT();
  const tags = useTags();
  const labelOf = (id: number) =>
    id === NO_GROUP ? t("customers.no_group") : (groups.find((group) => group.id === id)?.label ?? String(id));
  const listed = (labels: string[]) => labels.join(t("customer_merge.separator"));
  const tagLabel = (code: string) => tags.find(({ tag }) => tag === code)?.label ?? code;
  const { customer_group_ids, customer_types, customer_tags, visit_count_from, visit_count_till, phone_local_number } =
    filter;
  const phone =
    `${filter.phone_country} ${withHyphens(shownNumber(phone_local_number, filter.phone_country || "JP"))}`.trim();
  const all: [unknown, () => string][] = [
    [
      customer_group_ids.length,
      () => t("customers.condition.groups", { labels: listed(customer_group_ids.map(labelOf)) }),
    ],
    [
      customer_types.length,
      () =>
        t("customers.condition.types", { labels: listed(customer_types.map((type) => t(`customers.types.${type}`))) }),
    ],
    [customer_tags.length, () => t("customers.condition.tags", { labels: listed(customer_tags.map(tagLabel)) })],
    [filter.is_blacklisted, () => t("customers.condition.blacklisted")],
    [filter.is_sms_invite, () => t("customers.condition.sms")],
    [filter.is_email_invite, () => t("customers.condition.email")],
    [filter.is_overseas_phone_number, () => t("customers.condition.overseas")],
    [filter.is_domestic_phone_number, () => t("customers.condition.domestic")],
    [filter.has_allergy, () => t("customers.condition.allergy")],
    [visit_count_from !== null, () => t("customers.condition.visits_from", { count: visit_count_from ?? 0 })],
    [visit_count_till !== null, () => t("customers.condition.visits_till", { count: visit_count_till ?? 0 })],
    [filter.keywords, () => t("customers.condition.keywords", { text: filter.keywords })],
    [filter.user_email, () => t("customers.condition.user_email", { text: filter.user_email })],
    [phone_local_number, () => t("customers.condition.phone", { text: phone })],
  ];
  return all.filter(([holds]) => Boolean(holds)).map(([, text]) => text());
}

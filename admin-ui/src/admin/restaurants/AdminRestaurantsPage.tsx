import type { ReactNode } from "react";
import AddIcon from "@mui/icons-material/Add";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Tab from "@mui/material/Tab";
import Typography from "@mui/material/Typography";
import { ListBase, useListContext } from "ra-core";
import { SelectInput, TextInput } from "react-admin";
import { Link, Navigate, useSearchParams } from "react-router";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { ConsoleList, ListProblem } from "@/console/lists";
import { PageTitle } from "@/console/ui";
import { ScrolledTabs } from "@/console/ui/ScrolledTabs";
import { BulkPins } from "./BulkPins";
import { RestaurantTable, TABLE_WIDTH } from "./RestaurantTable";
import { SORT_FIELDS } from "./columns";
import { LIST_TYPES, PINNED, RESTAURANTS, isNarrowed, listTypeOf, ownAddress } from "./list-address";
import type { ListType, Listed } from "./list-address";
import { AS_LISTED } from "./restaurant-provider";
import { useExporter } from "./use-exporter";

const PER_PAGE = 50;
/** More than a list ever has: the pinned restaurants have no pages. */
const ALL = 100_000;

/** All restaurants: the pinned ones and six lists by online start, or the results of a search (admin §2). */
export default function AdminRestaurantsPage() {
  const t = useT();
  const [address] = useSearchParams();
  const filters = useFilters();
  const exporter = useExporter();
  const own = ownAddress(address);
  if (own !== null) return <Navigate replace to={{ search: own }} />;
  return (
    <>
      <PageTitle
        title={t("restaurants.title")}
        actions={
          <Button component={Link} to={paths.newRestaurant} variant="contained" startIcon={<AddIcon />}>
            {t("restaurants.new")}
          </Button>
        }
      />
      <ConsoleList<Listed>
        resource={RESTAURANTS}
        sort={AS_LISTED}
        perPage={PER_PAGE}
        filters={filters}
        exporter={exporter}
        sortFields={SORT_FIELDS}
        tableWidth={TABLE_WIDTH}
      >
        <Restaurants />
      </ConsoleList>
    </>
  );
}

function useFilters() {
  const t = useT();
  const { areas, cuisines } = usePageData<"admin_restaurants">();
  const select = (source: "area" | "cuisine", choices: typeof areas) => (
    <SelectInput
      key={source}
      source={source}
      label={t(`restaurants.${source}`)}
      choices={choices}
      optionText="label"
      emptyText={t("restaurants.all")}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      alwaysOn
    />
  );
  return [
    <TextInput
      key="name"
      source="name"
      type="search"
      label={t("restaurants.name")}
      sx={{ width: { sm: 300 } }}
      alwaysOn
    />,
    select("area", areas),
    select("cuisine", cuisines),
  ];
}

function Restaurants() {
  const t = useT();
  const { filterValues } = useListContext();
  if (isNarrowed(filterValues))
    return (
      <Section title={t("restaurants.found")}>
        <Count />
        <RestaurantTable label={t("restaurants.found")} bulkActions={<BulkPins />} />
      </Section>
    );
  return (
    <>
      <Section title={t("restaurants.pinned")}>
        <ListBase
          resource={RESTAURANTS}
          sort={AS_LISTED}
          perPage={ALL}
          filter={{ type: PINNED }}
          storeKey={false}
          disableSyncWithLocation
          error={<ListProblem />}
          queryOptions={{ onError: () => undefined }}
        >
          <RestaurantTable label={t("restaurants.pinned")} isFurther />
        </ListBase>
      </Section>
      <TypedList />
    </>
  );
}

/** The lists by online start, one for each tab. */
function TypedList() {
  const t = useT();
  const { filterValues, setFilters } = useListContext();
  const type = listTypeOf(filterValues);
  return (
    <>
      <ScrolledTabs
        value={type}
        onChange={(_, next: ListType) => setFilters({ type: next })}
        aria-label={t("restaurants.lists")}
        sx={{ mb: 2 }}
      >
        {LIST_TYPES.map((each) => (
          <Tab key={each} value={each} label={t(`restaurants.type.${each}`)} id={`tab-${each}`} aria-controls="list" />
        ))}
      </ScrolledTabs>
      <Box role="tabpanel" id="list" aria-labelledby={`tab-${type}`}>
        <Count />
        <RestaurantTable label={t(`restaurants.type.${type}`)} bulkActions={<BulkPins />} />
      </Box>
    </>
  );
}

/** The number of restaurants, with a warning if they are too many for the JE link. */
function Count() {
  const t = useT();
  const { total = 0 } = useListContext();
  const { max_with_je_link } = usePageData<"admin_restaurants">();
  if (total === 0) return null;
  return (
    <Box sx={{ display: "grid", gap: 1.5, mb: 1.5 }}>
      {total > max_with_je_link && <Alert severity="warning">{t("restaurants.no_je_link")}</Alert>}
      <Typography variant="body2" color="text.secondary" role="status">
        {t("restaurants.count", { count: total })}
      </Typography>
    </Box>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mb: 3 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

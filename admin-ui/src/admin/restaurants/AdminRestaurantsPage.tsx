import { useEffect, useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Tab from "@mui/material/Tab";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Link, useSearchParams } from "react-router";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { paths, usePageData } from "@/admin/navigation";
import { PageTitle } from "@/console/ui";
import { ScrolledTabs } from "@/console/ui/ScrolledTabs";
import { RestaurantRows } from "./RestaurantRows";
import { LIST_TYPES, isNarrowed, listTypeOf, searchOf, searchQuery } from "./list-address";
import type { ListType, Search } from "./list-address";
import { useSettled } from "./use-restaurants";

const DEBOUNCE_MS = 300;

/** All restaurants: the pinned ones and six lists by online start, or the results of a search (admin §2). */
export default function AdminRestaurantsPage() {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState(() => searchOf(address));
  const settled = useSettled(search, DEBOUNCE_MS);
  const type = listTypeOf(address);
  useEffect(() => {
    const next = new URLSearchParams();
    if (type !== LIST_TYPES[0]) next.set("type", type);
    for (const [name, value] of Object.entries(settled)) if (value !== "") next.set(name, value);
    setAddress(next, { replace: true, preventScrollReset: true });
  }, [settled, type, setAddress]);
  const choose = (next: ListType) => setAddress({ type: next }, { replace: true, preventScrollReset: true });
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
      <SearchForm search={search} onSearch={setSearch} />
      {isNarrowed(settled) ? (
        <Section title={t("restaurants.found")}>
          <RestaurantRows query={searchQuery(settled)} label={t("restaurants.found")} />
        </Section>
      ) : (
        <>
          <Section title={t("restaurants.pinned")}>
            <RestaurantRows query="type=pinned" label={t("restaurants.pinned")} />
          </Section>
          <ScrolledTabs
            value={type}
            onChange={(_, next: ListType) => choose(next)}
            aria-label={t("restaurants.lists")}
            sx={{ mb: 2 }}
          >
            {LIST_TYPES.map((each) => (
              <Tab
                key={each}
                value={each}
                label={t(`restaurants.type.${each}`)}
                id={`tab-${each}`}
                aria-controls="list"
              />
            ))}
          </ScrolledTabs>
          <Box role="tabpanel" id="list" aria-labelledby={`tab-${type}`}>
            <RestaurantRows query={`type=${type}`} label={t(`restaurants.type.${type}`)} />
          </Box>
        </>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Box component="section" sx={{ mb: 3 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function SearchForm({ search, onSearch }: { search: Search; onSearch: (search: Search) => void }) {
  const t = useT();
  const { areas, cuisines } = usePageData<"admin_restaurants">();
  const select = (name: "area" | "cuisine", choices: Schemas["Choice"][]) => (
    <TextField
      select
      size="small"
      label={t(`restaurants.${name}`)}
      value={search[name]}
      onChange={(event) => onSearch({ ...search, [name]: event.target.value })}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 140 }}
    >
      <MenuItem value="">{t("restaurants.all")}</MenuItem>
      {choices.map(({ id, label }) => (
        <MenuItem key={id} value={String(id)}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Box
      component="search"
      aria-label={t("restaurants.search")}
      sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, mb: 3 }}
    >
      <TextField
        type="search"
        size="small"
        label={t("restaurants.name")}
        value={search.name}
        onChange={(event) => onSearch({ ...search, name: event.target.value })}
        sx={{ width: "min(100%, 22rem)" }}
      />
      {select("area", areas)}
      {select("cuisine", cuisines)}
    </Box>
  );
}

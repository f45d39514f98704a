import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import DownloadIcon from "@mui/icons-material/Download";
import SearchIcon from "@mui/icons-material/Search";
import Button from "@mui/material/Button";
import { useListContext } from "ra-core";
import { BooleanInput, TextInput } from "react-admin";
import type { BooleanInputProps } from "react-admin";
import { useLocation, useNavigate } from "react-router";
import { PageTitle } from "@/console/ui";
import { inWindow, mayExport, useSession } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageList, searchFor } from "../lists";
import { Writers } from "../rights";
import { AddCustomerDialog } from "./AddCustomerDialog";
import { BulkGroupForm } from "./BulkGroupForm";
import { CustomerList, SORT_FIELDS } from "./CustomerList";
import { SearchDialog } from "./SearchDialog";
import { SearchSummary } from "./SearchSummary";
import { customersQuery, isNarrowed } from "./model/filter";

/** The restaurant's customers: searches them, adds them and changes their groups. */
export default function OwnerCustomersPage() {
  const t = useT();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { data, reload } = usePage<"owner_customers">();
  const { customers, filter, groups, total, current_page } = data;
  const [open, setOpen] = useState<"search" | "add" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageTitle title={t("customers.title")} actions={<Actions onOpen={setOpen} />} />
      <PageList<Schemas["CustomerCard"]>
        resource="customers"
        rows={customers}
        page={current_page}
        total={total}
        filter={filter}
        queryOf={customersQuery}
        filters={[
          <TextInput
            key="keywords"
            source="keywords"
            type="search"
            label={t("customer_search.keywords")}
            sx={{ width: { sm: 320 } }}
            alwaysOn
          />,
          <SwitchFilter key="has_allergy" source="has_allergy" label={t("customers.condition.allergy")} alwaysOn />,
        ]}
        sortFields={SORT_FIELDS}
      >
        <Customers />
      </PageList>
      {open === "search" && (
        <SearchDialog
          filter={filter}
          groups={groups}
          onClose={close}
          onSearch={(next) => {
            close();
            void navigate(paths.customers + searchFor(customersQuery(next), search));
          }}
        />
      )}
      {open === "add" && (
        <AddCustomerDialog
          onClose={close}
          onAdded={() => {
            close();
            void reload();
          }}
        />
      )}
    </>
  );
}

/** Centres a switch next to the fields of a search, with its knob at their left edge. */
const IN_LINE = { alignSelf: "center", "& .MuiFormControlLabel-root": { ml: -0.5 } };

/** A switch without a value at first: the default of react-admin's is a change of the filter, which leads to page 1. */
function SwitchFilter(props: BooleanInputProps) {
  return <BooleanInput {...props} defaultValue={null} helperText={false} sx={IN_LINE} />;
}

function Actions({ onOpen }: { onOpen: (dialog: "search" | "add") => void }) {
  const t = useT();
  const { role } = useSession();
  const { csv_path, xlsx_path } = usePage<"owner_customers">().data;
  return (
    <>
      <Button startIcon={<SearchIcon />} variant="outlined" onClick={() => onOpen("search")}>
        {t("customers.search")}
      </Button>
      {mayExport(role) && (
        <>
          <Button startIcon={<DownloadIcon />} variant="outlined" href={inWindow(csv_path)} download>
            {t("customers.csv")}
          </Button>
          <Button startIcon={<DownloadIcon />} variant="outlined" href={inWindow(xlsx_path)} download>
            {t("customers.excel")}
          </Button>
        </>
      )}
      <Writers of="floor">
        <Button startIcon={<AddIcon />} variant="contained" onClick={() => onOpen("add")}>
          {t("customers.add")}
        </Button>
      </Writers>
    </>
  );
}

function Customers() {
  const t = useT();
  const { data, reload } = usePage<"owner_customers">();
  const { filter, groups } = data;
  const { selectedIds, onUnselectItems, total = 0 } = useListContext();
  return (
    <>
      <SearchSummary filter={filter} groups={groups} total={total} />
      {total > 0 && (
        <Writers of="office">
          <BulkGroupForm
            filter={filter}
            groups={groups}
            selected={new Set(selectedIds.map(Number))}
            total={total}
            onDone={() => {
              onUnselectItems();
              void reload();
            }}
          />
        </Writers>
      )}
      <CustomerList empty={t(isNarrowed(filter) ? "customers.none" : "customers.none_yet")} />
    </>
  );
}

import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import DownloadIcon from "@mui/icons-material/Download";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Pagination from "@mui/material/Pagination";
import PaginationItem from "@mui/material/PaginationItem";
import Typography from "@mui/material/Typography";
import { Link, useNavigate } from "react-router";
import { inWindow, mayExport, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle } from "@/console/ui";
import { AddCustomerDialog } from "./AddCustomerDialog";
import { BulkGroupForm } from "./BulkGroupForm";
import { CustomerList } from "./CustomerList";
import { SearchDialog } from "./SearchDialog";
import { SearchSummary } from "./SearchSummary";
import { isNarrowed, queryOf } from "./model/filter";
import type { CustomerFilter } from "./model/filter";
import { Writers } from "../rights";

const addressOf = (filter: CustomerFilter, page = 1) =>
  `${paths.customers}?${queryOf(filter, page)}`.replace(/\?$/, "");

/** The restaurant's customers: searches them, adds them and changes their groups. */
export default function OwnerCustomersPage() {
  const t = useT();
  const session = useSession();
  const navigate = useNavigate();
  const { data, reload } = usePage<"owner_customers">();
  const { customers, filter, groups, total, current_page, total_pages, csv_path, xlsx_path } = data;
  const [open, setOpen] = useState<"search" | "add" | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const selected = new Set(customers.map(({ id }) => id).filter((id) => chosen.has(id)));
  const close = () => setOpen(null);

  return (
    <>
      <PageTitle
        title={t("customers.title")}
        actions={
          <>
            <Button startIcon={<SearchIcon />} variant="outlined" onClick={() => setOpen("search")}>
              {t("customers.search")}
            </Button>
            {mayExport(session.role) && (
              <>
                <Button startIcon={<DownloadIcon />} variant="outlined" href={inWindow(csv_path)} download>
                  {t("customers.csv")}
                </Button>
                <Button startIcon={<DownloadIcon />} variant="outlined" href={inWindow(xlsx_path)} download>
                  {t("reports.excel")}
                </Button>
              </>
            )}
            <Writers of="floor">
              <Button startIcon={<AddIcon />} variant="contained" onClick={() => setOpen("add")}>
                {t("customers.add")}
              </Button>
            </Writers>
          </>
        }
      />
      <SearchSummary filter={filter} groups={groups} total={total} />
      {customers.length === 0 ? (
        <Typography sx={{ py: 4, textAlign: "center" }} color="text.secondary">
          {isNarrowed(filter) ? t("customers.none") : t("customers.none_yet")}
        </Typography>
      ) : (
        <>
          <Writers of="office">
            <BulkGroupForm
              filter={filter}
              groups={groups}
              selected={selected}
              total={total}
              onDone={() => {
                setChosen(new Set());
                void reload();
              }}
            />
          </Writers>
          <CustomerList customers={customers} selected={selected} onSelect={setChosen} />
        </>
      )}
      {total_pages > 1 && (
        <Box sx={{ display: "flex", justifyContent: "center", mt: 2 }}>
          <Pagination
            count={total_pages}
            page={current_page}
            aria-label={t("customers.pages")}
            renderItem={(item) => <PaginationItem component={Link} to={addressOf(filter, item.page ?? 1)} {...item} />}
          />
        </Box>
      )}
      {open === "search" && (
        <SearchDialog
          filter={filter}
          groups={groups}
          onClose={close}
          onSearch={(next) => {
            close();
            void navigate(addressOf(next));
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

import { useState } from "react";
import type { FormEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Pagination from "@mui/material/Pagination";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import DownloadIcon from "@mui/icons-material/Download";
import TuneIcon from "@mui/icons-material/Tune";
import { useNavigate } from "react-router";
import { inWindow, mayExport, useSession } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { paths, usePage } from "@/owner/navigation";
import { PageTitle } from "@/console/ui";
import { PageRestaurant } from "../layout/PageRestaurant";
import { ReservationRows } from "./ReservationRows";
import { SearchDialog } from "./SearchDialog";
import { NO_FILTER, isNarrowed, queryOf, shortened } from "./search";
import type { ListFilter } from "./search";

/** Lists reservations of all kinds. The filter is in the address, which can be saved and shared (owner §7, §9). */
export default function OwnerReservationsPage() {
  const t = useT();
  const session = useSession();
  const navigate = useNavigate();
  const { data } = usePage<"owner_reservations">();
  const { filter, presets, reservations, total, total_pages, current_page } = data;
  const [isSearching, setSearching] = useState(false);
  const show = (next: ListFilter, page = 1) => void navigate(paths.reservations + queryOf(next, page));
  return (
    <>
      <PageTitle
        title={t("reservations.title")}
        actions={
          <>
            <PageRestaurant />
            {mayExport(session.role) && (
              <>
                {(["csv", "xlsx"] as const).map((kind) => (
                  <Button
                    key={kind}
                    startIcon={<DownloadIcon />}
                    component="a"
                    href={inWindow(`${paths.reservations}.${kind}${queryOf(filter)}`)}
                    download
                  >
                    {t(kind === "csv" ? "reservations.csv" : "reports.excel")}
                  </Button>
                ))}
              </>
            )}
          </>
        }
      />
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap", alignItems: "center", mb: 2 }}>
        <NameSearch key={filter.text} filter={filter} onShow={show} />
        <Button variant="outlined" startIcon={<TuneIcon />} onClick={() => setSearching(true)}>
          {t("reservations.search")}
        </Button>
        {isNarrowed(filter) && <Button onClick={() => show(NO_FILTER)}>{t("reservations.clear")}</Button>}
      </Box>
      <Box
        role="group"
        aria-label={t("reservations.presets")}
        sx={{ display: "flex", gap: 1, flexWrap: "wrap", mb: 2 }}
      >
        {presets.map(({ key, from, till }) => {
          const isChosen = filter.from === from && filter.till === till;
          return (
            <Chip
              key={key}
              label={t(`reservations.preset.${key as "next_7_days"}`)}
              color={isChosen ? "primary" : "default"}
              aria-pressed={isChosen}
              onClick={() => show({ ...filter, ...(isChosen ? { from: null, till: null } : { from, till }) })}
            />
          );
        })}
      </Box>
      <Summary filter={filter} total={total} />
      {reservations.length === 0 ? (
        <Paper variant="outlined" sx={{ p: 4, textAlign: "center" }}>
          {t("reservations.empty")}
        </Paper>
      ) : (
        <ReservationRows reservations={reservations} />
      )}
      {total_pages > 1 && (
        <Pagination
          count={total_pages}
          page={current_page}
          onChange={(_, page) => show(filter, page)}
          aria-label={t("reservations.pages")}
          sx={{ mt: 2, "& ul": { justifyContent: "center" } }}
        />
      )}
      {isSearching && (
        <SearchDialog
          filter={filter}
          presets={presets}
          onClose={() => setSearching(false)}
          onShow={(next) => {
            setSearching(false);
            show(next);
          }}
        />
      )}
    </>
  );
}

interface NameSearchProps {
  filter: ListFilter;
  onShow: (filter: ListFilter) => void;
}

function NameSearch({ filter, onShow }: NameSearchProps) {
  const t = useT();
  const [text, setText] = useState(filter.text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onShow({ ...filter, text });
  };
  return (
    <Box
      component="form"
      role="search"
      onSubmit={submit}
      sx={{ display: "flex", gap: 1, flex: "1 1 16rem", maxWidth: 480 }}
    >
      <TextField
        fullWidth
        size="small"
        type="search"
        label={t("reservations.name_search")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="contained">
        {t("reservations.find")}
      </Button>
    </Box>
  );
}

function Summary({ filter, total }: { filter: ListFilter; total: number }) {
  const t = useT();
  const named = [
    ...filter.statuses.map((status) => t(`reservation_facts.status.${status as "void"}`)),
    ...filter.types.map((type) => t(`reservation_facts.type.${type as "offline_reservation"}`)),
    filter.from || filter.till ? `${filter.from ?? ""} – ${filter.till ?? ""}` : "",
    shortened(filter.text),
  ].filter((text) => text !== "");
  return (
    <Typography role="status" color="text.secondary" sx={{ mb: 1 }}>
      {[t("reservations.count", { count: total }), ...named].join(" / ")}
    </Typography>
  );
}

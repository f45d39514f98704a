import { useState } from "react";
import type { FormEvent } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Pagination from "@mui/material/Pagination";
import Paper from "@mui/material/Paper";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import DownloadIcon from "@mui/icons-material/Download";
import TuneIcon from "@mui/icons-material/Tune";
import { useNavigate } from "react-router";
import { inWindow } from "@/api";
import type { Schemas } from "@/api";
import { formatDate } from "@site/civil-time";
import { useT } from "@/i18n/use-t";
import { paths, usePage } from "@/navigation";
import { AppLink, PageTitle } from "@/ui";
import { SearchDialog } from "./SearchDialog";
import { StatusChip } from "./StatusChip";
import { NO_FILTER, isNarrowed, queryOf } from "./search";
import type { ListFilter } from "./search";

type Listed = Schemas["ListedReservation"];

/** Reservations of all kinds, narrowed by an address that can be kept and sent (owner §7, §9). */
export default function OwnerReservationsPage() {
  const t = useT();
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
          <Button
            startIcon={<DownloadIcon />}
            component="a"
            href={inWindow(`${paths.reservations}.csv${queryOf(filter)}`)}
            download
          >
            {t("reservations.csv")}
          </Button>
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
        <Rows reservations={reservations} />
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
    ...filter.statuses.map((status) => t(`reservations.status.${status as "void"}`)),
    ...filter.types.map((type) => t(`reservations.type.${type as "offline_reservation"}`)),
    filter.from || filter.till ? `${filter.from ?? ""} – ${filter.till ?? ""}` : "",
    filter.text,
  ].filter((text) => text !== "");
  return (
    <Typography role="status" color="text.secondary" sx={{ mb: 1 }}>
      {[t("reservations.count", { count: total }), ...named].join(" / ")}
    </Typography>
  );
}

function Rows({ reservations }: { reservations: readonly Listed[] }) {
  const t = useT();
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small" sx={{ minWidth: 960 }}>
        <TableHead>
          <TableRow>
            <TableCell>{t("reservations.when")}</TableCell>
            <TableCell>{t("reservations.customer")}</TableCell>
            <TableCell>{t("reservations.guests")}</TableCell>
            <TableCell>{t("reservations.status_label")}</TableCell>
            <TableCell>{t("reservations.seat")}</TableCell>
            <TableCell>{t("reservations.course")}</TableCell>
            <TableCell>{t("reservations.phone")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {reservations.map((reservation) => (
            <Row key={reservation.uid} reservation={reservation} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Row({ reservation: r }: { reservation: Listed }) {
  const t = useT();
  const { locale } = usePage<"owner_reservations">();
  const isHolding = r.shown_status === "holding";
  return (
    <TableRow hover>
      <TableCell sx={{ whiteSpace: "nowrap" }}>
        <AppLink to={paths.reservation(r.uid)}>
          {formatDate(r.date, locale)} {r.start_time}–{r.end_time}
        </AppLink>
        <Typography variant="body2" color="text.secondary">
          {r.reservation_code}
        </Typography>
      </TableCell>
      <TableCell sx={{ minWidth: 140 }}>
        {isHolding ? (
          <Typography variant="body2" color="text.secondary">
            {t("reservations.holding")}
          </Typography>
        ) : r.customer_uid ? (
          <AppLink to={paths.customer(r.customer_uid)}>{r.customer_fullname}</AppLink>
        ) : (
          r.customer_fullname
        )}
        {r.customer_group_label && <Chip size="small" label={r.customer_group_label} sx={{ ml: 1 }} />}
        {r.internal_memo && (
          <Typography variant="body2" color="text.secondary" noWrap sx={{ maxWidth: "16rem" }}>
            {r.internal_memo}
          </Typography>
        )}
      </TableCell>
      <TableCell>{t("console.guests", { count: r.guests_count })}</TableCell>
      <TableCell>
        <Box sx={{ display: "flex", gap: 0.5, flexWrap: "wrap" }}>
          <StatusChip status={r.shown_status} label={r.status_label} />
          <Chip size="small" variant="outlined" label={t(`reservations.type.${r.type}`)} />
          {r.prepaid_price > 0 && <Chip size="small" color="success" label={t("reservations.prepaid")} />}
          {r.has_cancel_request && <Chip size="small" color="warning" label={t("reservations.cancel_requested")} />}
          {r.has_guest_count_request && <Chip size="small" color="info" label={t("reservations.fewer_requested")} />}
        </Box>
      </TableCell>
      <TableCell>{[r.seat_title, r.seat_labels.join("・")].join(" ")}</TableCell>
      <TableCell>{r.course_name}</TableCell>
      <TableCell sx={{ whiteSpace: "nowrap" }}>{r.display_phone_number}</TableCell>
    </TableRow>
  );
}

import { useState } from "react";
import TuneIcon from "@mui/icons-material/Tune";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useListContext } from "ra-core";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { conditionsOf } from "../lists";
import { SearchDialog } from "./SearchDialog";
import { NO_FILTER, isNarrowed, shortened } from "./search";
import type { ListFilter } from "./search";

type Preset = Schemas["DatePreset"];

/** The conditions of the list: the periods of owner §9, all conditions in a dialog, and a summary. */
export function Conditions({ presets }: { presets: readonly Preset[] }) {
  const t = useT();
  const { filterValues, setFilters, total = 0 } = useListContext();
  const [isSearching, setSearching] = useState(false);
  const filter: ListFilter = { ...NO_FILTER, ...filterValues };
  const show = (next: ListFilter) => setFilters(conditionsOf(next));
  return (
    <>
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap", alignItems: "center", mb: 2 }}>
        <Button variant="outlined" startIcon={<TuneIcon />} onClick={() => setSearching(true)}>
          {t("reservations.search")}
        </Button>
        <Presets presets={presets} filter={filter} onShow={show} />
        {isNarrowed(filter) && <Button onClick={() => show(NO_FILTER)}>{t("reservations.clear")}</Button>}
      </Box>
      <Summary filter={filter} total={total} />
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

interface PresetsProps {
  presets: readonly Preset[];
  filter: ListFilter;
  onShow: (filter: ListFilter) => void;
}

/** A chosen period is released by a second press. */
function Presets({ presets, filter, onShow }: PresetsProps) {
  const t = useT();
  return (
    <Box role="group" aria-label={t("reservations.presets")} sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
      {presets.map(({ key, from, till }) => {
        const isChosen = filter.from === from && filter.till === till;
        return (
          <Chip
            key={key}
            label={t(`reservations.preset.${key as "next_7_days"}`)}
            color={isChosen ? "primary" : "default"}
            aria-pressed={isChosen}
            onClick={() => onShow({ ...filter, ...(isChosen ? { from: null, till: null } : { from, till }) })}
          />
        );
      })}
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

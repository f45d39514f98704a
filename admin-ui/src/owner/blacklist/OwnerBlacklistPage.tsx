import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useCreate, useDelete, useListContext } from "ra-core";
import { plainDate } from "@/console/i18n/page-language";
import { showFlash } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { withHyphens } from "@seki/shared/phone";
import { paths, usePage } from "@/owner/navigation";
import { AppLink, firstLines, PageTitle, useUndo } from "@/console/ui";
import { ListPages, ResourceList, Rows } from "@/console/ui/lists";
import { BLACKLIST, BlacklistDialog } from "./BlacklistDialog";
import { Writers } from "../rights";

type Listed = Schemas["BlacklistedNumber"];

const PER_PAGE = 20;
const NEWEST_FIRST = { field: "id", order: "DESC" } as const;

/** The phone numbers whose owners see all slots as full. A removed number can be restored for five seconds. */
export default function OwnerBlacklistPage() {
  const t = useT();
  const { data } = usePage<"owner_blacklist">();
  const [open, setOpen] = useState<number | "new" | null>(null);
  return (
    <>
      <PageTitle
        title={t("blacklist.title")}
        actions={
          <Writers of="floor">
            <Button startIcon={<AddIcon />} variant="contained" onClick={() => setOpen("new")}>
              {t("blacklist.add")}
            </Button>
          </Writers>
        }
      />
      <Typography sx={{ mb: 2 }}>{t("blacklist.lead")}</Typography>
      <ResourceList
        resource={BLACKLIST}
        sort={NEWEST_FIRST}
        perPage={PER_PAGE}
        first={{ data: data.numbers, total: data.numbers.length }}
      >
        <Numbers onEdit={setOpen} />
      </ResourceList>
      {open !== null && <BlacklistDialog id={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Numbers({ onEdit }: { onEdit: (id: number) => void }) {
  const t = useT();
  const { data = [], filterValues } = useListContext<Listed>();
  const remove = useRemove();
  return (
    <>
      <SearchField />
      <Rows empty={t(filterValues.q ? "blacklist.none_found" : "blacklist.none")}>
        <Box
          component="ul"
          aria-label={t("blacklist.title")}
          sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1, maxWidth: 800 }}
        >
          {data.map((listed) => (
            <NumberItem
              key={listed.id}
              listed={listed}
              onEdit={() => onEdit(listed.id)}
              onRemove={() => void remove(listed)}
            />
          ))}
        </Box>
      </Rows>
      <ListPages label={t("blacklist.pages")} />
    </>
  );
}

/** Removes a number from the list immediately. Undo adds it again. */
function useRemove() {
  const t = useT();
  const { offer } = useUndo();
  const { refetch } = useListContext();
  const onError = () => {
    showFlash({ kind: "alert", message: t("blacklist.failed"), sticky: false });
    void refetch();
  };
  const [destroy] = useDelete<Listed>();
  const [create] = useCreate();
  return (listed: Listed) => {
    const { id, phone_country, phone_local_number, internal_memo } = listed;
    const putBack = () =>
      create(BLACKLIST, { data: { phone_country, phone_local_number, internal_memo } }, { onError });
    return destroy(
      BLACKLIST,
      { id, previousData: listed },
      {
        mutationMode: "pessimistic",
        onSuccess: () =>
          offer({
            message: t("blacklist.removed", { phone: withHyphens(listed.display_phone_number) }),
            undo: putBack,
          }),
        onError,
      },
    );
  };
}

function SearchField() {
  const t = useT();
  const { filterValues, setFilters, total = 0 } = useListContext();
  const asked = String(filterValues.q ?? "");
  const [typed, setTyped] = useState(asked);
  if (asked === "" && total === 0) return null;
  return (
    <TextField
      type="search"
      size="small"
      label={t("blacklist.search")}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        setFilters({ q: event.target.value }, undefined, true);
      }}
      sx={{ mb: 2, width: "min(100%, 24rem)" }}
    />
  );
}

interface ItemProps {
  listed: Listed;
  onEdit: () => void;
  onRemove: () => void;
}

function NumberItem({ listed, onEdit, onRemove }: ItemProps) {
  const t = useT();
  const phone = withHyphens(listed.display_phone_number);
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 1.5, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Typography sx={{ fontWeight: 600 }}>{phone}</Typography>
        {listed.customer_uid !== null && (
          <Typography variant="body2">
            {t("blacklist.customer")} <AppLink to={paths.customer(listed.customer_uid)}>{listed.customer_name}</AppLink>
          </Typography>
        )}
        {listed.internal_memo !== "" && (
          <Typography variant="body2" color="text.secondary" sx={{ ...firstLines(3), whiteSpace: "pre-line" }}>
            {listed.internal_memo}
          </Typography>
        )}
        <Typography variant="body2" color="text.secondary">
          {t("blacklist.since")} {plainDate(listed.created_at)}
        </Typography>
      </Box>
      <Writers of="floor">
        <Box sx={{ display: "flex", gap: 1, ml: "auto" }}>
          <Button onClick={onEdit} aria-label={t("blacklist.edit_one", { phone })}>
            {t("blacklist.edit")}
          </Button>
          <Button color="secondary" onClick={onRemove} aria-label={t("blacklist.remove_one", { phone })}>
            {t("blacklist.remove")}
          </Button>
        </Box>
      </Writers>
    </Paper>
  );
}

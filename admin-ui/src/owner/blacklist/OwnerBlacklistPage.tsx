import { useState } from "react";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Snackbar from "@mui/material/Snackbar";
import Typography from "@mui/material/Typography";
import { send, showFlash } from "@/api";
import type { Schemas } from "@/api";
import { useT } from "@/i18n/use-t";
import { paths, usePage } from "@/navigation";
import { AppLink, PageTitle } from "@/ui";
import { BlacklistDialog } from "./BlacklistDialog";

type Listed = Schemas["BlacklistedNumber"];

const UNDO_MS = 5000;

/** The telephone numbers that find everything full. A number taken off the list can be put back for five seconds. */
export default function OwnerBlacklistPage() {
  const t = useT();
  const { data, reload } = usePage<"owner_blacklist">();
  const [open, setOpen] = useState<Listed | "new" | null>(null);
  const [removed, setRemoved] = useState<Listed | null>(null);

  const attempt = async (write: () => Promise<unknown>) => {
    try {
      await write();
    } catch {
      showFlash({ kind: "alert", message: t("blacklist.failed"), sticky: false });
    }
    await reload();
  };
  const remove = (listed: Listed) =>
    attempt(async () => {
      await send("DELETE", "/owners/restaurant_blacklisted_phone_numbers/{id}", { path: { id: String(listed.id) } });
      setRemoved(listed);
    });
  const putBack = ({ phone_country, phone_local_number, internal_memo }: Listed) => {
    setRemoved(null);
    return attempt(() =>
      send("POST", "/owners/restaurant_blacklisted_phone_numbers", {
        body: { phone_country, phone_local_number, internal_memo },
      }),
    );
  };

  return (
    <>
      <PageTitle
        title={t("blacklist.title")}
        actions={
          <Button startIcon={<AddIcon />} variant="contained" onClick={() => setOpen("new")}>
            {t("blacklist.add")}
          </Button>
        }
      />
      <Typography sx={{ mb: 2 }}>{t("blacklist.lead")}</Typography>
      {data.numbers.length === 0 && (
        <Typography color="text.secondary" sx={{ py: 4, textAlign: "center" }}>
          {t("blacklist.none")}
        </Typography>
      )}
      <Box
        component="ul"
        aria-label={t("blacklist.title")}
        sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1, maxWidth: 800 }}
      >
        {data.numbers.map((listed) => (
          <NumberItem
            key={listed.id}
            listed={listed}
            onEdit={() => setOpen(listed)}
            onRemove={() => void remove(listed)}
          />
        ))}
      </Box>
      {open !== null && (
        <BlacklistDialog
          listed={open === "new" ? null : open}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            void reload();
          }}
        />
      )}
      <Snackbar
        open={removed !== null}
        autoHideDuration={UNDO_MS}
        onClose={(_, reason) => {
          if (reason !== "clickaway") setRemoved(null);
        }}
        message={removed && t("blacklist.removed", { phone: removed.display_phone_number })}
        action={
          removed && (
            <Button size="small" sx={{ color: "inherit" }} onClick={() => void putBack(removed)}>
              {t("blacklist.undo")}
            </Button>
          )
        }
      />
    </>
  );
}

interface ItemProps {
  listed: Listed;
  onEdit: () => void;
  onRemove: () => void;
}

function NumberItem({ listed, onEdit, onRemove }: ItemProps) {
  const t = useT();
  const phone = listed.display_phone_number;
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
          <Typography variant="body2" color="text.secondary" sx={{ whiteSpace: "pre-line" }}>
            {listed.internal_memo}
          </Typography>
        )}
        <Typography variant="body2" color="text.secondary">
          {t("blacklist.since")} {listed.created_at.slice(0, 10).replaceAll("-", "/")}
        </Typography>
      </Box>
      <Button onClick={onEdit} aria-label={t("blacklist.edit_one", { phone })}>
        {t("blacklist.edit")}
      </Button>
      <Button color="secondary" onClick={onRemove} aria-label={t("blacklist.remove_one", { phone })}>
        {t("blacklist.remove")}
      </Button>
    </Paper>
  );
}

import { useState } from "react";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Divider from "@mui/material/Divider";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { joiner } from "@/console/i18n/page-language";
import { send } from "@/owner/api";
import type { Schemas } from "@/owner/api";
import { useT } from "@/owner/i18n/use-t";
import { AllCheckbox, useAsk } from "@/console/ui";
import { toggled } from "./form";
import { useSave } from "./use-save";
import { Writers } from "../rights";

interface Props {
  uid: string;
  stocks: Schemas["SlotStock"][];
  onClose: () => void;
  onSaved: () => void;
}

/** Removes seats of a slot from the web. A reserved seat cannot be removed (owner §4). */
export function StocksTab({ uid, stocks, onClose, onSaved }: Props) {
  const t = useT();
  const ask = useAsk();
  const { busy, problem, save } = useSave();
  const [chosen, setChosen] = useState<number[]>([]);
  const free = stocks.filter(({ online_reservable_id }) => online_reservable_id === null).map(({ id }) => id);
  const all = free.length > 0 && chosen.length === free.length;
  const submit = async () => {
    const labels = stocks.filter(({ id }) => chosen.includes(id)).map(({ inventory_item }) => inventory_item.label);
    const agreed = await ask({
      title: t("slots.ask_delete", { count: chosen.length }),
      text: t("slots.ask_delete_text", { labels: labels.join(joiner()) }),
      agree: t("slots.tab_delete"),
      danger: true,
    });
    if (!agreed) return;
    const call = { path: { uid }, query: { online_stock_ids: chosen.join(",") } };
    if (await save(() => send("DELETE", "/owners/api/online_stock_groups/{uid}", call))) onSaved();
  };
  return (
    <>
      <DialogContent dividers sx={{ display: "grid", alignContent: "start" }}>
        <Typography sx={{ mb: 1 }}>{t("slots.delete_lead")}</Typography>
        {free.length === 0 ? (
          <Alert severity="info">{t("slots.delete_none")}</Alert>
        ) : (
          <FormControlLabel
            control={
              <AllCheckbox checked={all} some={chosen.length > 0 && !all} onChange={() => setChosen(all ? [] : free)} />
            }
            label={t("slots.all")}
          />
        )}
        <Divider />
        {stocks.map(({ id, inventory_item: { label }, online_reservable_id, is_freed }) => (
          <FormControlLabel
            key={id}
            disabled={online_reservable_id !== null}
            control={<Checkbox checked={chosen.includes(id)} onChange={() => setChosen(toggled(chosen, id))} />}
            label={
              <>
                {label}{" "}
                {online_reservable_id !== null && <Chip size="small" label={t("slots.reserved")} sx={{ ml: 1 }} />}
                {online_reservable_id === null && is_freed && (
                  <Chip size="small" label={t("slots.freed")} sx={{ ml: 1 }} />
                )}
              </>
            }
          />
        ))}
      </DialogContent>
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ mx: 3, mt: 2 }}>
          {problem}
        </Alert>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t("console.cancel")}</Button>
        <Writers of="floor">
          <Button
            variant="contained"
            color="secondary"
            disabled={chosen.length === 0}
            loading={busy}
            onClick={() => void submit()}
          >
            {t("slots.delete", { count: chosen.length })}
          </Button>
        </Writers>
      </DialogActions>
    </>
  );
}

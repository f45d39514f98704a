import { useState } from "react";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import DialogContent from "@mui/material/DialogContent";
import Typography from "@mui/material/Typography";
import { send, useShell } from "@/admin/api";
import type { Schemas } from "@/admin/api";
import { useT } from "@/admin/i18n/use-t";
import { FormModal } from "@/console/ui";
import { formatShortDate } from "@seki/shared/civil-time";
import { DateSelection } from "./DateSelection";
import { ModalActions } from "./ModalActions";
import type { ModalProps } from "./modal-props";
import { canRefill } from "./selection";
import type { Selection } from "./selection";
import { useSave } from "./use-save";

type Result = Schemas["RefillResult"];

/** Refills days manually in three steps: selection, preview, refill. */
export function RefillModal({ slug, template, today, onClose, onSaved }: ModalProps & { today: string }) {
  const t = useT();
  const { busy, refusal, save } = useSave();
  const [preview, setPreview] = useState<Result | null>(null);
  const [selection, setSelection] = useState<Selection>({
    selection_type: "range",
    date_from: "",
    date_till: "",
    custom_dates: [],
  });
  const call = { path: { slug, id: String(template.id) }, body: selection };
  const loadPreview = async () => {
    const path = "/admin/api/r/{slug}/online_stock_refillment_templates/{id}/preview";
    const isDone = await save(async () => {
      setPreview(await send("POST", path, call));
      return {};
    });
    if (isDone === false) setPreview(null);
  };
  const fill = async () => {
    const path = "/admin/r/{slug}/online_stock_refillment_templates/{id}/refill";
    if (await save(() => send("POST", path, call))) onSaved();
  };
  return (
    <FormModal title={t("refills.refill_title")} about={template.title} onClose={onClose}>
      <DialogContent dividers sx={{ display: "grid", alignContent: "start", gap: 2 }}>
        <DateSelection
          selection={selection}
          today={today}
          onChange={(next) => {
            setSelection(next);
            setPreview(null);
          }}
        />
        <Box aria-live="polite">{preview !== null && <Preview result={preview} />}</Box>
      </DialogContent>
      <ModalActions
        refusal={refusal.slice(-1)}
        busy={busy}
        disabled={preview === null || preview.created === 0}
        label={preview === null ? t("refills.refill") : t("refills.refill_count", { count: preview.created })}
        extra={
          <Button disabled={!canRefill(selection, today)} onClick={() => void (busy || loadPreview())}>
            {t("refills.preview")}
          </Button>
        }
        onClose={onClose}
        onSave={() => void fill()}
      />
    </FormModal>
  );
}

/** The slots that would be created, and the obstacles of skipped days. */
function Preview({ result }: { result: Result }) {
  const t = useT();
  const { locale } = useShell();
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Alert severity={result.created > 0 ? "success" : "info"}>
        {t("refills.preview_counts", {
          created: t("refills.slots", { count: result.created }),
          skipped: t("refills.skipped_days", { count: result.skipped }),
        })}
      </Alert>
      <Box
        component="ul"
        aria-label={t("refills.days")}
        tabIndex={0}
        sx={{ m: 0, p: 0, listStyle: "none", maxHeight: 320, overflowY: "auto" }}
      >
        {result.days.map(({ date, skipped }) => (
          <Box
            component="li"
            key={date}
            sx={{
              display: "flex",
              justifyContent: "space-between",
              gap: 1,
              py: 0.5,
              borderBottom: 1,
              borderColor: "divider",
            }}
          >
            <Typography component="span">{formatShortDate(date, locale)}</Typography>
            {skipped === null ? (
              <Chip size="small" color="success" label={t("refills.made")} />
            ) : (
              <Chip size="small" variant="outlined" label={t(`refills.skipped.${skipped as SkippedKey}`)} />
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

type SkippedKey = "not_flagged" | "holiday" | "closed" | "slot" | "reservation";

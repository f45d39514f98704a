import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useT } from "@/admin/i18n/use-t";

interface Props {
  label: string;
  /** Text of the saved value; blank for a missing one. */
  saved: string;
  /** Keeps the entered value. Left out for a field that the form only shows. */
  onKeep?: (() => void) | undefined;
  onTake: () => void;
}

/** An edit conflict: another user has saved a field meanwhile, and the user chooses one value first. */
export function FieldConflict({ label, saved, onKeep, onTake }: Props) {
  const t = useT();
  return (
    <Alert severity="warning" role="alert" aria-label={t("edits.changed", { label })}>
      <strong>{t("edits.changed", { label })}</strong>
      <Typography variant="body2" sx={{ my: 0.5, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
        {saved || t("edits.empty")}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {onKeep && (
          <Button size="small" variant="outlined" color="inherit" onClick={onKeep}>
            {t("edits.keep_mine")}
          </Button>
        )}
        <Button size="small" variant="outlined" color="inherit" onClick={onTake}>
          {t("edits.take_theirs")}
        </Button>
      </Box>
    </Alert>
  );
}

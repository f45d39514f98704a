import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useT } from "@/console/i18n/use-t";

interface Props {
  /** Names the field and who has changed it. */
  title: string;
  /** Text of the value that another user has saved. */
  saved: string;
  /** Left out for a field that the form only shows. */
  onKeepMine?: (() => void) | undefined;
  onTakeTheirs: () => void;
}

/** A field that another user has saved meanwhile: the user chooses one of the two values with one press. */
export function EditConflict({ title, saved, onKeepMine, onTakeTheirs }: Props) {
  const t = useT();
  return (
    <Alert severity="warning" role="alert" aria-label={title}>
      <strong>{title}</strong>
      <Typography variant="body2" sx={{ my: 0.5, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
        {saved.trim() === "" ? t("edit_conflict.empty") : saved}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {onKeepMine && (
          <Button size="small" variant="outlined" color="inherit" onClick={onKeepMine}>
            {t("edit_conflict.keep_mine")}
          </Button>
        )}
        <Button size="small" variant="outlined" color="inherit" onClick={onTakeTheirs}>
          {t("edit_conflict.take_theirs")}
        </Button>
      </Box>
    </Alert>
  );
}

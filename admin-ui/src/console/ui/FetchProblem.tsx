import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useT } from "@/console/i18n/use-t";

interface Props {
  /** Default: the general text. */
  text?: string;
  onRetry: () => void;
}

/** Replaces data that could not be loaded, with a button that loads it again. */
export function FetchProblem({ text, onRetry }: Props) {
  const t = useT();
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {t("console.retry")}
        </Button>
      }
    >
      {text ?? t("console.fetch_failed")}
    </Alert>
  );
}

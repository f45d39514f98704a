import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useT } from "@/admin/i18n/use-t";
import { spanOf } from "./spans";

interface AgeProps {
  age: number;
  isDisconnected: boolean;
  onRefresh: () => void;
}

/** The age of the shown state, in red if the server does not respond. */
export function Age({ age, isDisconnected, onRefresh }: AgeProps) {
  const t = useT();
  const text = t("system.age", { span: spanOf(t, age) });
  return (
    <>
      {isDisconnected ? (
        <Alert severity="error" variant="outlined" sx={{ py: 0 }}>
          {t("system.away", { span: spanOf(t, age) })}
        </Alert>
      ) : (
        <Typography variant="body2" color="text.secondary" sx={{ alignSelf: "center" }}>
          {text}
        </Typography>
      )}
      <Button onClick={onRefresh}>{t("system.refresh")}</Button>
    </>
  );
}

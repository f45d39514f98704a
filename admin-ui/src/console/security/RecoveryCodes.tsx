import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useT } from "@/console/i18n/use-t";

interface Props {
  codes: readonly string[];
  onKept: () => void;
}

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const t = useT();
  return (
    <Box role="status" sx={{ display: "grid", gap: 2, justifyItems: "start" }}>
      <Typography variant="h2">{t("security.recovery_title")}</Typography>
      <Typography>{t("security.recovery_text")}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 3, columnGap: 4, columns: { sm: 2 }, fontFamily: "monospace" }}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Button variant="contained" onClick={onKept}>
        {t("security.recovery_saved")}
      </Button>
    </Box>
  );
}

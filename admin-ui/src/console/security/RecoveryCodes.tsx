import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import GlobalStyles from "@mui/material/GlobalStyles";
import Typography from "@mui/material/Typography";
import { useRecoveryCodes } from "@seki/shared/account-security";
import { useT } from "@/console/i18n/use-t";

interface Props {
  codes: readonly string[];
  onSaved: () => void;
}

/** Prints only the recovery codes of a page that shows them. */
const PRINTED = {
  "@media print": {
    "body *": { visibility: "hidden" },
    "[data-recovery-codes], [data-recovery-codes] *": { visibility: "visible" },
  },
} as const;

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onSaved }: Props) {
  const t = useT();
  const { title, copied, copy } = useRecoveryCodes(codes);

  return (
    <Box sx={{ display: "grid", gap: 2, justifyItems: "start" }}>
      <GlobalStyles styles={PRINTED} />
      <Typography ref={title} tabIndex={-1} variant="h2" sx={{ outline: "none" }}>
        {t("security.recovery_title")}
      </Typography>
      <Typography>{t("security.recovery_text")}</Typography>
      <Box
        component="ul"
        data-recovery-codes
        sx={{
          m: 0,
          p: 2,
          width: "100%",
          columnGap: 4,
          columns: { sm: 2 },
          listStyle: "none",
          fontFamily: "monospace",
          border: 1,
          borderColor: "divider",
          borderRadius: 1,
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <Button variant="outlined" onClick={copy}>
          {t("security.recovery_copy")}
        </Button>
        <Button variant="outlined" onClick={() => window.print()}>
          {t("security.recovery_print")}
        </Button>
      </Box>
      <Typography role="status" hidden={copied === null}>
        {copied === null ? "" : t(copied ? "security.recovery_copied" : "security.recovery_not_copied")}
      </Typography>
      <Button variant="contained" onClick={onSaved}>
        {t("security.recovery_saved")}
      </Button>
    </Box>
  );
}

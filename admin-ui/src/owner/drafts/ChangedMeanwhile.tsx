import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useT } from "@/owner/i18n/use-t";
import type { Drafted } from "./use-draft";

interface Props<Draft> {
  form: Pick<Drafted<Draft>, "clashes" | "keepMine" | "takeTheirs">;
  /** Label of each field, and the text of its saved value. */
  fields: Record<keyof Draft, { label: string; saved: string }>;
}

/** Shows edit conflicts: for each field that another user has saved meanwhile, the user chooses one value first. */
export function ChangedMeanwhile<Draft>({ form, fields }: Props<Draft>) {
  const t = useT();
  return form.clashes.map((name) => {
    const { label, saved } = fields[name];
    return (
      <Alert key={String(name)} severity="error" role="alert" aria-label={t("drafts.changed", { label })}>
        <strong>{t("drafts.changed", { label })}</strong>
        <Typography variant="body2" sx={{ my: 0.5, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {saved.trim() === "" ? t("drafts.empty") : saved}
        </Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          <Button size="small" variant="outlined" color="inherit" onClick={() => form.keepMine(name)}>
            {t("drafts.keep_mine")}
          </Button>
          <Button size="small" variant="outlined" color="inherit" onClick={() => form.takeTheirs(name)}>
            {t("drafts.take_theirs")}
          </Button>
        </Box>
      </Alert>
    );
  });
}

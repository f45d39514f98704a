import { useState } from "react";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { copyText } from "@seki/shared/clipboard";
import { useT } from "@/owner/i18n/use-t";
import { usePage } from "@/owner/navigation";
import { linesOf } from "./lines";
import type { Language } from "./lines";

/** Shows the line of HTML that adds the booking widget to the restaurant's own website. */
export function WidgetLines() {
  const t = useT();
  const { data, session } = usePage<"owner_reach">();
  const [language, setLanguage] = useState<Language>("ja");
  const { slug } = session.restaurant;
  const name = language === "ja" ? data.name_ja : data.name_en;
  const lines = linesOf({ slug, name, language, script: data.widget_script_url, page: data.widget_url });
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby="widget"
      sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2, justifyItems: "start" }}
    >
      <Typography variant="h2" id="widget">
        {t("reach.widget")}
      </Typography>
      <Typography>{t("reach.widget_lead")}</Typography>
      <TextField
        select
        label={t("reach.widget_language")}
        value={language}
        onChange={(event) => setLanguage(event.target.value === "en" ? "en" : "ja")}
        sx={{ minWidth: 180 }}
      >
        <MenuItem value="ja">日本語</MenuItem>
        <MenuItem value="en">English</MenuItem>
      </TextField>
      <Line label={t("reach.widget_script")} line={lines.script} />
      <Line label={t("reach.widget_frame")} line={lines.frame} />
      <Link href={`${data.widget_url}?locale=${language}`} target="_blank" rel="noreferrer">
        {t("reach.widget_preview")}
      </Link>
    </Paper>
  );
}

function Line({ label, line }: { label: string; line: string }) {
  const t = useT();
  const [copied, setCopied] = useState<{ line: string; isDone: boolean } | null>(null);
  const copy = async () => setCopied({ line, isDone: await copyText(line) });
  const outcome = copied?.line === line ? copied : null;
  return (
    <Box role="group" aria-label={label} sx={{ display: "grid", gap: 1, width: "100%", justifyItems: "start" }}>
      <Typography variant="subtitle2">{label}</Typography>
      <Box
        component="code"
        sx={{ width: "100%", p: 1.5, border: 1, borderColor: "divider", borderRadius: 1, overflowWrap: "anywhere" }}
      >
        {line}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2 }}>
        <Button variant="outlined" onClick={() => void copy()}>
          {t("reach.copy")}
        </Button>
        <Typography role="status">{outcome && t(outcome.isDone ? "reach.copied" : "reach.not_copied")}</Typography>
      </Box>
    </Box>
  );
}
